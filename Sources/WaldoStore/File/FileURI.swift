import WaldoCore

/// The names by which SQLite opens files (sqlite.org/uri.html). SQLite may be built so that it reads every name that
/// begins with `file:` as a URI, whose parameters choose another file system or take locks away: so no name is given to
/// it as it is.
enum FileURI {
    /// The URI of a path. Every byte that may mean something there is `%` and two digits.
    static func text(_ path: String) -> String {
        // Without an empty authority, `//` would begin one. A relative path begins with no name that means something.
        var text = Array((path.hasPrefix("/") ? "file://" : "file:./").utf8)
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."):
                text.append(byte)
            default:
                text.append(UInt8(ascii: "%"))
                HexText.write(byte) { text.append($0) }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
