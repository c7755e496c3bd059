import Glibc

/// Reads a regular file line by line, each with its end, so that together they are the file byte for byte. LF, CR LF
/// and CR end a line. A line that is longer than the limit comes in pieces, and so does one with a block of NUL bytes,
/// which files have whose writer lost its power: what follows the block begins as a line does.
final class RawLineReader {
    private static let capacity = 1 << 18
    /// Fewer NUL bytes than these are noise in a line.
    private static let shortestBlock = 16

    private let path: String
    /// The longest piece in bytes.
    let longest: Int
    /// The number of the line that `next` returned last, from 1.
    private(set) var number = 0
    /// Whether `next` returned last a further piece of a line that is too long.
    private(set) var isFurther = false
    private var endsLine = true, endsPiece = true

    private var file: FileBuffer

    init(_ path: String, longest: Int) throws(FileError) {
        self.path = path
        self.longest = longest
        file = try FileBuffer(path, capacity: max(Self.capacity, longest + 1))
    }

    /// The part of the file that has been read, 0...1.
    var progress: Double { file.progress }

    /// The next line with its end, or a piece of one; nil at the end. Valid until the next call.
    func next() throws(FileError) -> UnsafeRawBufferPointer? {
        // A signal ends the reading of a long file.
        guard !Interruption.hasCome else { throw FileError(file: path, "the reading was interrupted") }
        while true {
            let rest = file.rest
            if let first = rest.baseAddress, let found = memchr(first, 0x0a, min(rest.count, longest)) {
                return take(upTo: UnsafeRawPointer(found) - first + 1, of: rest, ends: true)
            }
            // One more byte shows whether a line feed follows a carriage return, which then stay together.
            if rest.count > longest {
                let isCut = rest[longest] == 0x0a && rest[longest - 1] == 0x0d && longest > 1
                return take(upTo: isCut ? longest - 1 : longest, of: rest, ends: false)
            }
            guard try file.refill() else {
                // What is left was moved.
                return file.rest.isEmpty ? nil : take(upTo: file.rest.count, of: file.rest, ends: true)
            }
        }
    }

    /// Takes a line of this length, or what is before a carriage return or behind a block of NUL bytes in it.
    /// - Parameter ends: whether the line ends there.
    private func take(upTo length: Int, of rest: UnsafeRawBufferPointer, ends: Bool) -> UnsafeRawBufferPointer {
        let line = UnsafeRawBufferPointer(rebasing: rest[..<length])
        if let end = Self.endOfBlock(in: line) { return take(end, of: rest, endsLine: false, endsPiece: true) }
        if let end = Self.endAtReturn(in: line, of: rest) {
            return take(end, of: rest, endsLine: true, endsPiece: true)
        }
        let endsBlock = !ends && length >= Self.shortestBlock && line.suffix(Self.shortestBlock).allSatisfy { $0 == 0 }
        return take(length, of: rest, endsLine: ends, endsPiece: ends || endsBlock)
    }

    /// Behind the first carriage return that no line feed follows; nil: there is none.
    private static func endAtReturn(in line: UnsafeRawBufferPointer, of rest: UnsafeRawBufferPointer) -> Int? {
        guard let first = line.baseAddress, let found = memchr(first, 0x0d, line.count) else { return nil }
        let offset = UnsafeRawPointer(found) - first
        return offset + 1 < rest.count && rest[offset + 1] == 0x0a ? nil : offset + 1
    }

    /// Behind the first block of NUL bytes, where more of the line follows and no carriage return is before it; nil:
    /// there is none.
    private static func endOfBlock(in line: UnsafeRawBufferPointer) -> Int? {
        var offset = 0
        while offset < line.count, let found = memchr(line.baseAddress! + offset, 0, line.count - offset) {
            let start = UnsafeRawPointer(found) - UnsafeRawPointer(line.baseAddress!)
            offset = start
            while offset < line.count, line[offset] == 0 { offset += 1 }
            guard offset - start >= shortestBlock, offset < line.count else { continue }
            return line[..<offset].contains(0x0d) ? nil : offset
        }
        return nil
    }

    private func take(
        _ length: Int, of rest: UnsafeRawBufferPointer, endsLine: Bool, endsPiece: Bool
    ) -> UnsafeRawBufferPointer {
        if self.endsLine { number += 1 }
        isFurther = !self.endsPiece
        (self.endsLine, self.endsPiece) = (endsLine, endsPiece)
        file.consume(length)
        return UnsafeRawBufferPointer(rebasing: rest[..<length])
    }
}
