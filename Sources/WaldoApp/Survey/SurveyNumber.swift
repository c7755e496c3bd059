import WaldoCore
import WaldoSurvey
import WaldoTime

/// Numbers of a survey for people: as many digits as their error leaves.
enum SurveyNumber {
    /// `0.112 +- 0.021 (filling)`, or `saturated`.
    static func text(_ sample: Sample) -> String {
        var restrictions = restrictions(sample.flags)
        if sample.value == nil { return number(sample) }
        if sample.flags.contains(.noPlace) { restrictions.append("no place") }
        return restrictions.isEmpty ? number(sample) : number(sample) + " (\(restrictions.joined(separator: ", ")))"
    }

    /// `0.112 +- 0.021`, or why there is no number.
    static func number(_ sample: Sample) -> String {
        guard let value = sample.value else {
            return sample.flags.contains(.saturated) ? "saturated" : "no number"
        }
        return number(value, sigma: sample.sigma)
    }

    /// `0.112 +- 0.021`; without an error the number alone.
    static func number(_ value: Double, sigma: Double?) -> String {
        let number = DecimalText.rounded(value, error: sigma)
        guard let sigma, sigma > 0 else { return number }
        return number + " +- " + DecimalText.rounded(sigma, error: sigma)
    }

    /// What restricts a number, the gravest first.
    static func restrictions(_ flags: SampleFlags) -> [String] {
        let shown: [(SampleFlags, String)] = [
            (.saturated, "saturated"), (.invalid, "invalid"), (.checkFailed, "check failed"),
            (.partial, "filling"), (.belowThreshold, "below threshold"), (.gap, "gap"), (.marked, "marked"),
        ]
        return shown.filter { flags.contains($0.0) }.map(\.1)
    }

    /// `1 gap`, `2 gaps`.
    /// - Parameter plural: the word for any other number than one; nil: the word with an s.
    static func count(_ number: some BinaryInteger, _ word: String, _ plural: String? = nil) -> String {
        "\(number) " + (number == 1 ? word : plural ?? word + "s")
    }

    /// `2.5 s`.
    static func seconds(_ span: TimeSpan) -> String {
        DecimalText.trimmed(span.microseconds / 1_000, decimals: 3) + " s"
    }

    /// `1 h 02 min`, `3 min 20 s`, `12 s`.
    static func duration(_ span: TimeSpan) -> String {
        let seconds = Int(span.microseconds / 1_000_000)
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
        if seconds >= 3_600 { return "\(seconds / 3_600) h \(two(seconds / 60 % 60)) min" }
        return seconds >= 60 ? "\(seconds / 60) min \(two(seconds % 60)) s" : "\(seconds) s"
    }
}
