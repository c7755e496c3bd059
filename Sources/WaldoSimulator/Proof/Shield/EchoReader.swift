/// Finds the messages of the echo sketch in a stream of bytes, however they were split, joined or spoiled on the way.
struct EchoReader: Sendable {
    /// How many bytes belonged to no message.
    private(set) var skipped = 0
    private var bytes: [UInt8] = []

    /// Drops the start of a message: the link has been opened again.
    mutating func clear() {
        skipped += bytes.count
        bytes.removeAll()
    }

    /// Takes bytes, and returns the messages that they end.
    mutating func read(_ new: [UInt8]) -> [EchoMessage] {
        bytes += new
        var messages: [EchoMessage] = [], start = 0
        while bytes.count - start >= EchoMessage.length {
            if let message = EchoMessage(Array(bytes[start..<start + EchoMessage.length])) {
                messages.append(message)
                start += EchoMessage.length
            } else {
                start += 1
                skipped += 1
            }
        }
        bytes.removeFirst(start)
        return messages
    }
}
