import WaldoCore
import WaldoFiles
import WaldoStore

/// Which survey of a store is meant.
enum SurveyChoice {
    /// The survey of a number, or the only one.
    /// - Throws: `Failure` that names the surveys where there is no such one, or none is named and there are several.
    static func survey(_ number: Int64?, in surveys: [SurveySummary], of path: String) throws -> SurveySummary {
        if let number {
            if let found = surveys.first(where: { $0.id == number }) { return found }
            throw Failure(.input, "\(path): there is no survey \(number) in it\(list(surveys))")
        }
        guard let first = surveys.first else { throw Failure(.input, "\(path): there is no survey in it") }
        guard surveys.count == 1 else {
            throw Failure(
                .usage, "\(path): there are \(surveys.count) surveys in it; choose one with --survey\(list(surveys))")
        }
        return first
    }

    private static func list(_ surveys: [SurveySummary]) -> String {
        guard !surveys.isEmpty else { return "" }
        let shown = surveys.prefix(8).map { "\($0.id) “\(SafeText.escaped($0.description.title))”" }
        return " (" + shown.joined(separator: ", ") + (surveys.count > 8 ? ", ..." : "") + ")"
    }
}
