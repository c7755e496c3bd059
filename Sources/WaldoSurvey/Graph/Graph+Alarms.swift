import WaldoCore
import WaldoTime

/// What a graph's alarms compare.
extension Graph {
    /// An alarm by its node's name, and the unit of the numbers that it compares; nil: there is none of this name.
    public func alarm(named name: String) -> (settings: GraphAlarm, unit: MeasureUnit?)? {
        for node in nodes where node.name == name {
            if let settings = node.kind.alarm { return (settings, node.inputs.first.flatMap(unit(at:))) }
        }
        return nil
    }

    /// The levels at which alarms are raised by the numbers of an output.
    public func alarmLevels(ofOutput output: Int) -> [Double] {
        nodes.filter { $0.inputs.first == outputs[output].valueIndex }.compactMap(\.kind.alarm)
            .flatMap { [$0.above, $0.below].compactMap(\.self) }
    }

    /// Why an alarm of silence would be raised by the intervals of these streams alone, in one sentence; nil: none
    /// would. A sensor whose message comes a little late, or is lost once, is not silent.
    public func silenceProblem(with streams: [StreamDescription]) -> String? {
        for node in nodes {
            guard let silent = node.kind.alarm?.silent, let index = node.inputs.first.flatMap(root(of:)),
                let stream = stream(of: index, in: streams), let interval = stream.interval,
                silent < interval * 2
            else { continue }
            func text(_ span: TimeSpan) -> String {
                DecimalText.trimmed(span.microseconds, decimals: 6) + " s"
            }
            return "`\(node.name)` is raised by \(text(silent)) of silence, and the sensor sends "
                + "`\(SafeText.escaped(stream.name))` every \(text(interval)); "
                + "write `silent: \(text(interval * 2))` or more"
        }
        return nil
    }
}

extension GraphKind {
    /// The settings of an alarm or an anomaly; nil: the node is neither.
    var alarm: GraphAlarm? {
        switch self {
        case .alarm(let settings), .anomaly(_, let settings): settings
        default: nil
        }
    }
}
