import WaldoMap
import WaldoTestSupport

/// Routes over 17,000 points, beside networkx, and over a million cells.
struct RouteSpeed {
    /// The Python that has networkx.
    let python: String

    private static let count = 17_000, cases = 1_000

    func measure(_ row: Row) async throws {
        var random = SeededGenerator(23)
        let points = (0..<Self.count).map { _ in
            MapPoint(
                PlanePoint(x: .random(in: 0...10_000, using: &random), y: .random(in: 0...10_000, using: &random)),
                value: .random(in: 0.05...0.35, using: &random), sigma: 0.02)
        }
        let rules = PointNetwork.Rules(speed: 1.4, reach: 500)
        var building: [Double] = [], searching: [Double] = []
        for _ in 0..<5 {
            let start = Clock.now()
            _ = PointNetwork(points, errorPerMetre: 0.000_1, rules)
            building.append(Double(Clock.now() - start) / 1e6)
        }
        let network = PointNetwork(points, errorPerMetre: 0.000_1, rules), search = RouteSearch(network)
        let weights = RouteWeights()
        let ends = (0..<Self.cases).map { _ in
            (Int.random(in: 0..<Self.count, using: &random), Int.random(in: 0..<Self.count, using: &random))
        }
        var costs: [Double] = []
        for (from, to) in ends {
            let start = Clock.now()
            costs.append(search.route(from: from, to: to, weights)?.cost ?? .infinity)
            searching.append(Double(Clock.now() - start) / 1e6)
        }
        searching.sort()
        row("neighbours of 17,000 points", "< 60 ms", "\(text(Report.median(building), 1)) ms")
        row(
            "a route over them: median and worst of 1,000", "< 15 ms",
            "\(text(searching[Self.cases / 2], 2)) and \(text(searching[Self.cases - 1], 2)) ms")
        try await peer(network, ends, costs, weights, row)
        cells(&random, row)
    }

    /// networkx on the same ways: its A* with the same bound, and its costs.
    private func peer(
        _ network: PointNetwork, _ ends: [(Int, Int)], _ costs: [Double], _ weights: RouteWeights, _ row: Row
    ) async throws {
        let folder = try TemporaryFolder()
        var edges = ""
        for place in 0..<network.count {
            network.edges(from: place) { way in
                edges += "\(place) \(way.target) \(weights.dose * way.dose + weights.time * way.time)\n"
            }
        }
        try folder.write(edges, to: "edges")
        try folder.write(ends.map { "\($0.0) \($0.1)\n" }.joined(), to: "ends")
        note("networkx: \(ends.count) routes")
        guard let peer = try? await timed(python, [Self.script, folder.path + "/edges", folder.path + "/ends"]) else {
            return row(
                "cost equal to networkx's", "1,000 of 1,000", "not measured: `\(python) -m pip install networkx`")
        }
        let theirs = peer.lines.dropLast().compactMap { Double($0) }
        let equal = zip(costs, theirs).filter { $0 == $1 || abs($0 - $1) <= 1e-12 * $1 }.count
        row("cost equal to that of networkx's Dijkstra", "1,000 of 1,000", "\(equal) of \(theirs.count)")
        row("a route by networkx's Dijkstra, median", "", "\(peer.lines.last ?? "?") ms")
    }

    private static let script = SourceModule.projectFolder + "/Tests/Bench/peers/routes.py"

    private func cells(_ random: inout SeededGenerator, _ row: Row) {
        let grid = MapGrid(corner: PlanePoint(x: 0, y: 5_000), cell: 5, columns: 1_000, rows: 1_000)
        let hills = (0..<12).map { _ in
            (
                PlanePoint(x: .random(in: 0...5_000, using: &random), y: .random(in: 0...5_000, using: &random)),
                Double.random(in: 1...5, using: &random)
            )
        }
        let rates = (0..<grid.count).map { index in
            let point = grid.centre(column: index % 1_000, row: index / 1_000)
            return hills.reduce(0.1) { $0 + $1.1 * 40_000 / ($1.0.square(to: point) + 40_000) }
        }
        var times: [Double] = []
        for _ in 0..<5 {
            let start = Clock.now(), network = CellNetwork(grid, rates: rates, speed: 1.4)
            let route = RouteSearch(network).route(from: 0, to: grid.count - 1, RouteWeights())
            times.append(Double(Clock.now() - start) / 1e9)
            precondition(route != nil)
        }
        row("a route over 1000 x 1000 cells", "< 0.5 s", "\(text(Report.median(times), 3)) s")
    }
}
