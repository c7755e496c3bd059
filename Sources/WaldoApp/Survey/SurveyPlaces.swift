import WaldoCore
import WaldoSurvey
import WaldoTerminal
import WaldoTime

/// The newest place of each of a survey's sources. Pure: time is handed in.
struct SurveyPlaces: Equatable {
    /// A place that is older does not hold for what is measured now.
    private static let fresh: TimeSpan = .seconds(10)

    /// The sources, the preferred first.
    private let sources: [Fix.Source]
    /// The newest fix of each source, and the newest of them that is valid.
    private var newest: [Fix?], valid: [Fix?]

    init(_ rules: LocationRules) {
        sources = rules.sources
        newest = sources.map { _ in nil }
        valid = newest
    }

    mutating func add(_ fix: Fix) {
        guard let index = sources.firstIndex(of: fix.source) else { return }
        newest[index] = fix
        if fix.isValid { valid[index] = fix }
    }

    /// The place of the preferred source that has a fresh one, else the newest; nil: the survey has no places.
    func shown(at now: Instant) -> SurveyView.Position? {
        guard !sources.isEmpty else { return nil }
        let known = valid.compactMap(\.self)
        let fix = known.first { $0.source == .fixed || now - $0.at <= Self.fresh } ?? known.max { $0.at < $1.at }
        guard let fix else {
            guard let newest = newest.compactMap(\.self).max(by: { $0.at < $1.at }) else {
                return SurveyView.Position("none yet", isDoubtful: true)
            }
            return SurveyView.Position("no fix" + Self.origin(of: newest), isDoubtful: true)
        }
        let age = now - fix.at, isOld = fix.source != .fixed && age > Self.fresh
        let text = Self.text(fix.place) + Self.origin(of: fix)
        return SurveyView.Position(
            isOld ? text + ", \(SurveyNumber.duration(age)) ago" : text, isDoubtful: isOld)
    }

    private static func origin(of fix: Fix) -> String {
        ", by \(fix.source.rawValue)"
            + (fix.satellites.map { ", \($0) satellite\($0 == 1 ? "" : "s")" } ?? "")
    }

    /// `-37.81360, 144.96310 +- 3.0 m`: latitude and longitude, or metres from the arm's base.
    private static func text(_ place: Place) -> String {
        let accuracy = place.accuracy.map { " +- " + DecimalText.rounded($0, error: $0) } ?? ""
        switch place.system {
        case .world:
            return [place.y, place.x].map { number($0, decimals: 5, scale: 100_000) }.joined(separator: ", ")
                + (accuracy.isEmpty ? "" : accuracy + " m")
        case .arm:
            let axes = [place.x, place.y, place.z].compactMap(\.self)
            return axes.map { number($0, decimals: 3, scale: 1_000) }.joined(separator: ", ") + accuracy + " m"
        }
    }

    private static func number(_ value: Double, decimals: Int, scale: Double) -> String {
        guard value.magnitude < 1e9 else { return "?" }
        return DecimalText.text(Int64((value * scale).rounded()), decimals: decimals)
    }
}
