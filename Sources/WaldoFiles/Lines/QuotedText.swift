import WaldoCore

/// A text as a JSON string, quoted once for all the lines that it is in.
public struct QuotedText: Sendable {
    let bytes: [UInt8]

    /// Quotes and escapes a text.
    public init(_ text: String) { bytes = Array(JSONQuoting.text(text).utf8) }
}
