import WaldoCore
import WaldoFiles
import WaldoMap
import WaldoSurvey

/// Routes of little exposure through a survey of the world.
enum WorldRoute {
    /// So many cells are searched along a side at most: more take minutes and gigabytes.
    private static let maxCells = 2_000

    /// Looks for routes.
    /// - Throws: `Failure` for an end that no measured place is near to, and ends that no way joins.
    static func table(_ request: RouteRequest, _ stream: MappedStream) throws -> RouteTable {
        let rate = HourlyRate(stream.stream.unit)
        let points = rate.points(stream.points), surface = Surface(points)
        let keepOut = try request.keepOut(on: stream.plane)
        let ends = try [request.from, request.to].map { end -> PlanePoint in
            guard let place = end.world, let point = stream.plane.point(place) else {
                throw Failure(
                    .usage, "\(request.selection.store): its places are in the world; give --from and --to as LAT,LON")
            }
            return point
        }
        for (end, name) in zip(ends, RouteEnd.names) where keepOut.contains(end) {
            throw Failure(.usage, "\(name) lies in an area of --keep-out; choose another place")
        }
        let alternatives: [RouteTable.Alternative]
        if let cell = request.cell {
            guard points.count >= Surface.fewest else {
                throw Failure(
                    .file,
                    "\(request.selection.store): fewer than \(Surface.fewest) places say nothing of the ground between them; leave --cell out"
                )
            }
            let least = MapGrid.smallestCell(around: surface.points.map(\.point) + ends, maxCells: maxCells)
            try SurveyMap.requireFewCells(cell, least)
            let (network, estimates) = cells(request, ends, surface, keepOut, cell)
            alternatives = try search(network, ends, request, estimates, 0, sharing: .infinity, stream.plane)
        } else {
            let rules = PointNetwork.Rules(speed: request.speed, reach: request.reach)
            let network = PointNetwork(points, errorPerMetre: surface.errorPerMetre, rules, keepOut: keepOut)
            alternatives = try search(
                network, ends, request, points, surface.errorPerMetre, sharing: stream.sharing, stream.plane)
        }
        return RouteTable(alternatives, request.weights, stream: stream.stream.name, unit: rate.unit)
    }

    /// Free ground: cells around the measured places and both ends, with what the surface makes of them.
    private static func cells(
        _ request: RouteRequest, _ ends: [PlanePoint], _ surface: Surface, _ keepOut: KeepOut, _ cell: Double
    ) -> (CellNetwork, [MapPoint]) {
        let grid = MapGrid(around: surface.points.map(\.point) + ends, cell: cell)
        let estimates = surface.estimates(on: grid, rows: 0..<grid.rows)
        let blocked = keepOut.blocked(grid)
        let points = estimates.indices.map { index in
            MapPoint(
                grid.centre(column: index % grid.columns, row: index / grid.columns),
                value: max(0, estimates[index]?.value ?? 0), sigma: estimates[index]?.sigma ?? 0)
        }
        let rates = points.indices.map { blocked[$0] ? .infinity : points[$0].value + points[$0].sigma }
        return (CellNetwork(grid, rates: rates, speed: request.speed), points)
    }

    private static func search(
        _ network: some RouteNetwork, _ ends: [PlanePoint], _ request: RouteRequest, _ points: [MapPoint],
        _ errorPerMetre: Double, sharing: Double, _ plane: MapPlane
    ) throws -> [RouteTable.Alternative] {
        let tree = PointTree(points.map(\.point))
        var found = Neighbours(capacity: 1)
        let nodes = try zip(ends, RouteEnd.names).map { end, name -> Int in
            tree.nearest(to: end, &found)
            let distance = found[0].square.squareRoot()
            guard distance <= max(request.reach, request.cell ?? 0) else {
                throw Failure(
                    .usage,
                    """
                    the nearest measured place to \(name) is \(DecimalText.rounded(distance)) m away, and a step is \
                    \(DecimalText.rounded(request.reach)) m at most; survey there, or give `waldo survey route` a greater --reach
                    """)
            }
            return found[0].index
        }
        guard nodes[0] != nodes[1] || ends[0] == ends[1] else {
            throw Failure(
                .usage,
                "both ends are nearest to the same measured place; choose them further apart, or survey between them"
                    + (request.cell == nil ? "" : ", or give a smaller --cell"))
        }
        let routes = RouteAlternatives.routes(
            in: network, from: nodes[0], to: nodes[1], request.weights, count: request.alternatives)
        guard !routes.isEmpty else {
            throw Failure(
                .file,
                """
                \(request.selection.store): no way leads from one to the other in steps of \
                \(DecimalText.rounded(request.reach)) m; give `waldo survey route` a greater --reach, or --cell to cross ground that was not measured
                """)
        }
        return routes.map { route in
            RouteTable.Alternative(
                route: route,
                exposure: RouteExposure(
                    route, in: network, points: points, errorPerMetre: errorPerMetre, sharing: sharing),
                line: route.nodes.map { plane.place(network.point($0)) })
        }
    }
}
