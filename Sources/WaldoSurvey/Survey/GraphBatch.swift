/// The results of a graph for one value, kept until the graph has finished. Its storage is used again.
struct GraphBatch: GraphSink, Sendable {
    private(set) var outputs: [(output: Int, value: GraphValue)] = []
    private(set) var alarms: [AlarmChange] = []

    init() {
        outputs.reserveCapacity(64)
        alarms.reserveCapacity(16)
    }

    mutating func removeAll() {
        outputs.removeAll(keepingCapacity: true)
        alarms.removeAll(keepingCapacity: true)
    }

    mutating func output(_ output: Int, _ value: GraphValue) { outputs.append((output, value)) }
    mutating func alarm(_ change: AlarmChange) { alarms.append(change) }
}
