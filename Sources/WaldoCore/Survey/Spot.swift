internal import WaldoTime

/// The measurement at one point of a raster: what the graph makes of all exposures that begin and end in it.
struct Spot: Sendable {
    /// When it began: the arm had come to rest.
    let began: Instant
    private var engine: GraphEngine
    private var computed = GraphBatch()
    /// The newest result of each of the graph's outputs.
    private var results: [GraphValue?]
    /// What was measured so far: the raw counts, and for how long.
    private(set) var counts = 0.0, measured = TimeSpan.zero
    /// The input whose exposures count as measured time: the first that is counts, or else the first.
    private let leading: Int

    init(_ graph: Graph, at time: Instant) {
        began = time
        engine = GraphEngine(graph, isAtSpot: true)
        results = graph.outputs.map { _ in nil }
        leading = graph.inputs.firstIndex(where: \.isCounts) ?? 0
    }

    /// Takes a number of an input; one whose exposure began before is left out.
    mutating func take(_ value: StreamValue, input: Int) {
        guard value.from >= began else { return }
        engine.take(value, input: input, &computed)
        if input == leading, !value.flags.contains(.invalid) {
            counts += value.value
            measured += value.to - value.from
        }
        for (output, result) in computed.outputs { results[output] = result }
        computed.removeAll()
    }

    /// The result of an output, freed from the bias of its end; nil: nothing was measured.
    func result(of output: Int, _ end: SpotChange) -> GraphValue? {
        guard var result = results[output], end != .dropped else { return nil }
        guard end == .counted, counts > 1 else { return result }
        let factor = (counts - 1) / counts
        result.value = result.value.map { $0 * factor }
        result.low = result.low.map { $0 * factor }
        result.high = result.high.map { $0 * factor }
        return result
    }
}
