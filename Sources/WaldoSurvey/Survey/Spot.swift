import WaldoCore
import WaldoTime

/// The measurement at one point of a raster, or on a route: what the graph makes of all exposures that begin and end
/// in it.
struct Spot: Sendable {
    /// What is measured. The raw values begin the names of its streams.
    enum Kind: String {
        /// A point at which the arm rests.
        case point = "spot "
        /// A route that the hand goes.
        case route = "route "
    }

    /// What is measured.
    let kind: Kind
    /// When it began: the arm had come to rest, or departs.
    let began: Instant
    private var engine: GraphEngine
    private var computed = GraphBatch()
    /// The newest result of each of the graph's outputs.
    private var results: [GraphValue?]
    /// What was measured so far: the raw counts, and for how long.
    private(set) var counts = 0.0, measured = TimeSpan.zero
    /// The input whose exposures count as measured time: the first that is counts, or else the first.
    private let leading: Int

    init(_ kind: Kind, _ graph: Graph, at time: Instant) {
        self.kind = kind
        began = time
        engine = GraphEngine(graph, isAtSpot: true)
        results = graph.outputs.map { _ in nil }
        leading = graph.inputs.firstIndex(where: \.isCounts) ?? 0
    }

    /// Processes a number of an input; one whose exposure began before is left out. A route departs when an exposure
    /// begins, give or take what its message was late by.
    mutating func process(_ value: StreamValue, input: Int) {
        let early: TimeSpan = kind == .route ? .microseconds((value.to - value.from).microseconds / 2) : .zero
        guard value.from + early >= began else { return }
        engine.process(value, input: input, &computed)
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
