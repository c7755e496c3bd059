import WaldoCore
import WaldoStore

extension SurveySummary {
    /// When it began, in microseconds since 1970; nil: not known, of a log without a date. What is stored of such a one
    /// is the time of its import.
    var begun: Int64? {
        let hasDate =
            ended != nil
            || sessions.contains { !$0.isLog || $0.runs.flatMap(\.streams).contains { $0.first != nil } }
        return hasDate || sessions.isEmpty ? description.started : nil
    }

    /// When it began, in words.
    var begunText: String { begun.map { dated(DateText.text($0, decimals: 0)) } ?? "not known" }
}
