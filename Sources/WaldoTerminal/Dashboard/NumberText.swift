internal import WaldoCore

/// Formats numbers for display.
enum NumberText {
    /// A signed value with two decimals, limited to -99...+99; `?` for infinity and NaN.
    static func fixed(_ value: Double) -> String {
        guard value.isFinite else { return "  ?  " }
        let hundredths = Int((min(99, max(-99, value)) * 100).rounded())
        return (hundredths < 0 ? "-" : "+") + pointed(Int64(hundredths.magnitude), decimals: 2)
    }

    /// A channel's number with its decimal point.
    static func decimal(_ number: DashboardView.Number) -> String {
        (number.value < 0 ? "-" : "")
            + pointed(Int64(number.value.magnitude), decimals: max(0, min(6, number.decimals)))
    }

    /// Commands per second, with one decimal.
    static func rate(_ rate: Double) -> String {
        guard rate.isFinite else { return "?" }
        return pointed(Int64((min(99_999, max(0, rate)) * 10).rounded()), decimals: 1)
    }

    /// A time since the beginning of the drive, in seconds with three decimals.
    static func seconds(_ time: Microseconds) -> String {
        (time < 0 ? "-" : "") + pointed(Int64(clamping: time.magnitude / 1_000), decimals: 3)
    }

    /// A time span in a suitable unit, at most 9 s: `85 µs`, `1.2 ms`.
    static func span(_ span: Microseconds, isUnicode: Bool) -> String {
        switch span {
        case ..<1_000: "\(max(0, span)) " + (isUnicode ? "µs" : "us")
        case ..<10_000: pointed(span / 100, decimals: 1) + " ms"
        default: "\(min(span, .seconds(9)) / 1_000) ms"
        }
    }

    /// The bytes of a frame in hexadecimal.
    static func hex(_ frame: Frame) -> String {
        frame.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
    }

    /// The bytes of a frame as text; nil unless all are printable ASCII.
    static func text(_ frame: Frame) -> String? {
        let bytes = frame.bytes
        guard !bytes.isEmpty, bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func pointed(_ number: Int64, decimals: Int) -> String {
        let digits = String(number)
        guard decimals > 0 else { return digits }
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
        return "\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
    }
}
