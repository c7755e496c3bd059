import WaldoCore
import WaldoTime

/// Formats numbers for display.
enum NumberText {
    /// A signed value with two decimals, limited to -99...+99; `?` for infinity and NaN.
    static func fixed(_ value: Double) -> String {
        guard value.isFinite else { return "  ?  " }
        let hundredths = Int((min(99, max(-99, value)) * 100).rounded())
        return (hundredths < 0 ? "-" : "+") + DecimalText.text(Int64(hundredths.magnitude), decimals: 2)
    }

    /// Commands per second, with one decimal.
    static func rate(_ rate: Double) -> String {
        guard rate.isFinite else { return "?" }
        return DecimalText.text(Int64((min(99_999, max(0, rate)) * 10).rounded()), decimals: 1)
    }

    /// A time since the beginning of the drive, in seconds with three decimals.
    static func seconds(_ time: TimeSpan) -> String {
        (time < .zero ? "-" : "") + DecimalText.text(Int64(clamping: time.microseconds.magnitude / 1_000), decimals: 3)
    }

    /// A time span in a suitable unit, at most 9 s: `85 µs`, `1.2 ms`.
    static func span(_ span: TimeSpan, isUnicode: Bool) -> String {
        switch span.microseconds {
        case ..<1_000: "\(max(0, span.microseconds)) " + (isUnicode ? "µs" : "us")
        case ..<10_000: DecimalText.text(span.microseconds / 100, decimals: 1) + " ms"
        default: "\(min(span, .seconds(9)) / .milliseconds(1)) ms"
        }
    }

    /// The bytes of a frame in hexadecimal.
    static func hex(_ frame: Frame) -> String {
        HexText.text(of: frame.bytes, separator: " ").uppercased()
    }

    /// The bytes of a frame; of one that is longer than so many cells the first, and how many they are in all.
    static func hex(_ frame: Frame, cells: Int) -> String {
        let whole = hex(frame), count = " .. \(frame.bytes.count) bytes"
        guard whole.utf8.count > cells else { return whole }
        return HexText.text(of: frame.bytes.prefix(max(1, (cells - count.utf8.count + 1) / 3)), separator: " ")
            .uppercased() + count
    }
}
