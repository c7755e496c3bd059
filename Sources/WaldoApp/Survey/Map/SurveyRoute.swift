internal import WaldoCore
internal import WaldoFiles
internal import WaldoMap
internal import WaldoStore

/// Routes of little exposure through a survey of the world.
package struct SurveyRoute {
    /// A route with what it means.
    struct Alternative {
        let route: FoundRoute, exposure: RouteExposure
        let line: [PlanePoint]
        /// Whether it is the best one by the weights that were asked for.
        let isWanted: Bool
    }

    private let request: RouteRequest
    private let stream: MappedStream
    private let rate: HourlyRate
    private let alternatives: [Alternative]

    /// Looks for routes.
    /// - Throws: `Failure` for a store that cannot be read, an end that no measured place is near to, and ends that
    ///   no way joins; `OneTask.Interrupted`.
    package init(_ request: RouteRequest) throws {
        self = try SurveyProcessing.withStoreErrors {
            let stream = try MappedStream(request.selection)
            guard stream.plane.system == .world else {
                throw Failure(Failure.file, "\(request.selection.store): the survey's places are not in the world")
            }
            return try SurveyRoute(request, stream)
        }
    }

    private init(_ request: RouteRequest, _ stream: MappedStream) throws {
        (self.request, self.stream) = (request, stream)
        try stream.requireRate(request.selection.store)
        rate = HourlyRate(stream.stream.unit)
        let points = rate.points(stream.points), surface = Surface(points)
        let keepOut = try Self.keepOut(request, stream.plane)
        let ends = try [request.from, request.to].map { end -> PlanePoint in
            guard let point = stream.plane.point(Place(x: end.longitude, y: end.latitude)) else {
                throw Failure(64, "no place: \(end.latitude), \(end.longitude)")
            }
            return point
        }
        for (end, option) in zip(ends, ["--from", "--to"]) where keepOut.contains(end) {
            throw Failure(64, "\(option) lies in an area of --keep-out; choose another place")
        }
        if let cell = request.cell {
            guard points.count >= Surface.fewest else {
                throw Failure(
                    Failure.file,
                    "\(request.selection.store): fewer than \(Surface.fewest) places say nothing of the ground between them; leave --cell out"
                )
            }
            let (network, estimates) = Self.cells(request, ends, surface, keepOut, cell)
            alternatives = try Self.search(network, ends, request, estimates, 0, sharing: .infinity)
        } else {
            let rules = PointNetwork.Rules(speed: request.speed, reach: request.reach)
            let network = PointNetwork(points, errorPerMetre: surface.errorPerMetre, rules, keepOut: keepOut)
            alternatives = try Self.search(
                network, ends, request, points, surface.errorPerMetre, sharing: stream.sharing)
        }
    }

    private static func keepOut(_ request: RouteRequest, _ plane: MapPlane) throws -> KeepOut {
        guard let path = request.keepOut else { return KeepOut() }
        do throws(FileError) {
            let shapes = try GeoJSONShapes(path, system: plane.system)
            guard !shapes.areas.isEmpty else { throw FileError(file: path, "there is no area in it; give polygons") }
            return KeepOut(shapes.areas.map { area in area.map(plane.points) })
        } catch {
            throw Failure(Failure.file, error.description)
        }
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
        _ errorPerMetre: Double, sharing: Double
    ) throws -> [Alternative] {
        let tree = PointTree(points.map(\.point))
        var found = Neighbours(capacity: 1)
        let places = try zip(ends, ["--from", "--to"]).map { end, option -> Int in
            tree.nearest(to: end, &found)
            let distance = found[0].square.squareRoot()
            guard distance <= max(request.reach, request.cell ?? 0) else {
                throw Failure(
                    64,
                    """
                    \(option): the nearest measured place is \(DecimalText.rounded(distance)) m away, and --reach is \
                    \(DecimalText.rounded(request.reach)) m; survey there, or give a greater --reach
                    """)
            }
            return found[0].place
        }
        guard places[0] != places[1] || ends[0] == ends[1] else {
            throw Failure(
                64, "both ends are nearest to the same measured place; survey between them, or give a smaller --cell")
        }
        let routes = RouteAlternatives.routes(
            in: network, from: places[0], to: places[1], request.weights, count: request.alternatives)
        guard let cheapest = routes.min(by: { cost($0, request.weights) < cost($1, request.weights) }) else {
            throw Failure(
                Failure.file,
                """
                \(request.selection.store): no way leads from one to the other in steps of \
                \(DecimalText.rounded(request.reach)) m; give a greater --reach, or --cell to cross ground that was not measured
                """)
        }
        return routes.map { route in
            Alternative(
                route: route,
                exposure: RouteExposure(
                    route, in: network, points: points, errorPerMetre: errorPerMetre, sharing: sharing),
                line: route.places.map(network.point), isWanted: route == cheapest)
        }
    }

    private static func cost(_ route: FoundRoute, _ weights: RouteWeights) -> Double {
        weights.dose * route.dose + weights.time * route.time
    }

    // MARK: texts

    /// A table of the routes, from the fastest to the cleanest.
    package var lines: [String] {
        let rows =
            [["", "length", "time", "dose", "saving"]]
            + alternatives.map { alternative in
                let route = alternative.route
                return [
                    alternative.isWanted ? "*" : "", Self.length(route.length), Self.time(route.time),
                    DecimalText.rounded(alternative.exposure.dose, error: alternative.exposure.sigma) + " +- "
                        + DecimalText.rounded(alternative.exposure.sigma, error: alternative.exposure.sigma)
                        + " \(MarkupText.unit(rate.unit))", saving(alternative),
                ]
            }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let table = rows.map { row in
            zip(row, widths).map { String(repeating: " ", count: $1 - $0.count) + $0 }.joined(separator: "  ")
        }
        return table + ["* the cheapest by --weight; dose: what was measured there, with its error"]
    }

    /// How much less is expected than on the fastest route.
    private func saving(_ alternative: Alternative) -> String {
        guard let fastest = alternatives.first, fastest.exposure.dose > 0, alternative.route != fastest.route else {
            return ""
        }
        let ratio = alternative.exposure.dose / fastest.exposure.dose
        let errors = [alternative.exposure.sigma, ratio * fastest.exposure.sigma].map { $0 / fastest.exposure.dose }
        let error = (errors[0] * errors[0] + errors[1] * errors[1]).squareRoot() * 100
        return "\(DecimalText.rounded((1 - ratio) * 100, error: 10)) +- \(DecimalText.rounded(error, error: 10)) %"
    }

    private static func length(_ metres: Double) -> String {
        metres >= 1_000 ? DecimalText.rounded(metres / 1_000) + " km" : DecimalText.rounded(metres, error: 10) + " m"
    }

    private static func time(_ hours: Double) -> String {
        hours >= 1.0 / 60
            ? DecimalText.rounded(hours * 60, error: 1) + " min" : DecimalText.rounded(hours * 3_600) + " s"
    }

    /// The routes as one JSON object.
    package var json: [UInt8] {
        var json = JSONObject()
        json.add("stream", stream.stream.name)
        json.add("dose_unit", rate.unit)
        json.add("routes", alternatives.map(properties))
        return json.finish()
    }

    private func properties(_ alternative: Alternative) -> JSONObject {
        var json = JSONObject()
        json.add("cheapest", alternative.isWanted)
        json.add("length", alternative.route.length)
        json.add("hours", alternative.route.time)
        json.add("dose", alternative.exposure.dose)
        json.add("dose_sigma", alternative.exposure.sigma)
        json.add("dose_unit", rate.unit)
        json.add("places", alternative.route.places.count)
        return json
    }

    /// Writes the routes as lines of GeoJSON (RFC 7946), if that was asked for.
    /// - Throws: `Failure` for a file that cannot be written.
    package func write() throws {
        guard let path = request.geojson else { return }
        let features = alternatives.map { alternative in
            var geometry = JSONObject()
            geometry.add("type", "LineString")
            geometry.add(
                "coordinates",
                alternative.line.map { point in
                    let place = stream.plane.place(point)
                    return [place.x, place.y].map { ($0 * 1e7).rounded() / 1e7 }
                })
            var feature = JSONObject()
            feature.add("type", "Feature")
            feature.add("geometry", geometry)
            feature.add("properties", properties(alternative))
            return feature
        }
        var collection = JSONObject()
        collection.add("type", "FeatureCollection")
        collection.add("features", features)
        do {
            let file = try ExportFile(path)
            try file.write(collection.finish() + [UInt8(ascii: "\n")])
            try file.finish()
        } catch {
            throw Failure(Failure.output, error.description)
        }
    }
}
