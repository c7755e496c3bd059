/// The number of the line to which bytes of a log belong, which come in the log's lines or in pieces of them.
struct LineCount {
    /// The line of the newest bytes, from 1; 0: there are none.
    private(set) var number = 0
    private var endsLine = true

    /// Adds the bytes that come next.
    mutating func add(_ bytes: [UInt8]) {
        guard let last = bytes.last else { return }
        if endsLine { number += 1 }
        endsLine = last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r")
    }
}
