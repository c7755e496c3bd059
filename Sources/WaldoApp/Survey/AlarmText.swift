import WaldoCore
import WaldoSurvey
import WaldoTime

/// What raises and clears the alarms of a graph, for people.
struct AlarmText {
    private let graph: Graph?

    /// - Parameter graph: the graph of the alarms; nil: it is not known, and neither are units and levels.
    init(_ graph: Graph?) { self.graph = graph }

    /// `high: 0.62 uSv/h, above 0.5`, or `high: clear at 0.38 uSv/h`.
    func text(_ change: AlarmChange) -> String {
        guard change.cause == nil else { return "\(SafeText.escaped(change.node)): \(cause(change))" }
        return "\(SafeText.escaped(change.node)): clear" + (value(change).map { " at \($0)" } ?? "")
    }

    /// What has raised it, with value, unit and level: `0.62 uSv/h, above 0.5`, `silent for more than 10 s`; empty: it
    /// is clear.
    func cause(_ change: AlarmChange) -> String {
        guard let cause = change.cause else { return "" }
        let settings = graph?.alarm(named: change.node)?.settings
        let words =
            switch cause {
            case .above: "above" + level(settings?.above)
            case .below: "below" + level(settings?.below)
            case .silent: "silent" + (settings?.silent.map { " for more than \(SurveyNumber.seconds($0))" } ?? "")
            case .saturated, .anomaly: cause.rawValue
            }
        return (value(change).map { "\($0), " } ?? "") + words
    }

    private func level(_ level: Double?) -> String { level.map { " \(DecimalText.rounded($0))" } ?? "" }

    private func value(_ change: AlarmChange) -> String? {
        guard let value = change.value else { return nil }
        let unit = graph?.alarm(named: change.node)?.unit?.text ?? ""
        return DecimalText.rounded(value) + (unit.isEmpty ? "" : " \(SafeText.escaped(unit))")
    }
}
