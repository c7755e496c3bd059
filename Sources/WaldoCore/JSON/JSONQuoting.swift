/// JSON strings (RFC 8259, section 7).
public enum JSONQuoting {
    /// Emits a string with its quotes, without allocating. DEL is escaped too, so that no terminal obeys it.
    @inlinable
    public static func write(_ utf8: some Sequence<UInt8>, _ emit: (UInt8) -> Void) {
        emit(UInt8(ascii: "\""))
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                emit(UInt8(ascii: "\\"))
                emit(byte)
            case 0..<0x20, 0x7f:
                emit(UInt8(ascii: "\\"))
                emit(UInt8(ascii: "u"))
                emit(UInt8(ascii: "0"))
                emit(UInt8(ascii: "0"))
                HexText.write(byte, emit)
            default: emit(byte)
            }
        }
        emit(UInt8(ascii: "\""))
    }

    /// Whether a byte stands for itself in a string.
    @inlinable
    public static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != 0x7f
    }

    /// A text as a JSON string with its quotes.
    public static func text(_ text: String) -> String {
        var bytes: [UInt8] = []
        write(text.utf8) { bytes.append($0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
