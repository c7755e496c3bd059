/// What receives the results of a graph.
public protocol GraphSink {
    /// An output has a new number.
    /// - Parameter output: the output's index in `Graph.outputs`.
    mutating func output(_ output: Int, _ value: GraphValue)
    /// An alarm was raised or has cleared.
    mutating func alarm(_ change: AlarmChange)
}
