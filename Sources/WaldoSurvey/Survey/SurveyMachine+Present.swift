public import WaldoTime

/// What the graph has computed so far, for screens.
extension SurveyMachine {
    /// The newest value of each of the graph's inputs and nodes, in their order, without limits of error; nil: none has
    /// come.
    public var presentValues: [GraphValue?] {
        engine.values.map { value in
            value.number == nil && value.flags.isEmpty ? nil : value.result(.none)
        }
    }

    /// The time that an integral has summed, and the time since the start that it has not; nil: the output's values
    /// are no integral.
    /// - Parameter output: its number among the graph's outputs.
    public func exposure(ofOutput output: Int) -> (measured: TimeSpan, unmeasured: TimeSpan)? {
        graph.outputs.indices.contains(output) ? engine.exposure(ofOutput: output) : nil
    }
}
