import Glibc

/// Reads a regular file line by line through a buffer of fixed size.
final class LineReader {
    /// The number of the line that `next` returned last, from 1.
    private(set) var number = 0
    /// Whether the file ended within a line; that line was not returned.
    private(set) var isTorn = false

    /// The magic number of a gzip file (RFC 1952, section 2.3.1).
    static let gzip: [UInt8] = [0x1f, 0x8b]

    /// Whether the unread bytes in the buffer begin with the magic number of gzip.
    var isPacked: Bool { file.rest.starts(with: Self.gzip) }

    private let path: String
    private let longestLine: Int
    private var file: FileBuffer

    init(_ path: String, longestLine: Int) throws(FileError) {
        self.path = path
        self.longestLine = longestLine
        file = try FileBuffer(path, capacity: longestLine)
    }

    /// A position between two lines.
    struct Position: Equatable, Sendable {
        var offset: Int
        var number: Int
    }

    /// The position after the line that `next` returned last.
    var position: Position { Position(offset: file.offset, number: number) }

    /// Seeks to a position, backward or forward.
    func seek(to position: Position) throws(FileError) {
        try file.seek(to: position.offset)
        (number, isTorn) = (position.number, false)
    }

    /// The part of the file that has been read, 0...1.
    var progress: Double { file.progress }

    /// The next line without its line feed, valid until the next call; nil at the end of the file.
    func next() throws(FileError) -> UnsafeRawBufferPointer? {
        var searched = 0
        while true {
            let rest = file.rest
            if let first = rest.baseAddress, let found = memchr(first + searched, 0x0a, rest.count - searched) {
                let length = UnsafeRawPointer(found) - first
                file.consume(length + 1)
                number += 1
                return UnsafeRawBufferPointer(rebasing: rest[..<length])
            }
            searched = rest.count
            guard !file.isFull else {
                throw FileError(
                    file: path, line: number + 1, column: 1,
                    "the line is longer than \(longestLine) bytes: this is no recording of waldo drive --record")
            }
            guard try file.refill() else {
                isTorn = searched > 0
                return nil
            }
        }
    }
}
