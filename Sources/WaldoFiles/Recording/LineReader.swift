internal import Glibc
internal import WaldoLoop

/// Reads a regular file line by line through a buffer of fixed size.
final class LineReader {
    /// The number of the line that `next` returned last, from 1.
    private(set) var number = 0
    /// Whether the file ended within a line; that line was not returned.
    private(set) var isTorn = false

    /// The magic number of a gzip file (RFC 1952, section 2.3.1).
    static let gzip: [UInt8] = [0x1f, 0x8b]

    /// Whether the unread bytes in the buffer begin with the magic number of gzip.
    var isPacked: Bool { buffer[start..<end].starts(with: Self.gzip) }

    private let path: String
    private let file: OwnedDescriptor
    private let buffer: UnsafeMutableRawBufferPointer
    /// The range of the buffer's bytes that have not been returned yet.
    private var start = 0, end = 0
    private var isAtEnd = false
    private var read = 0
    private let size: Int

    init(_ path: String, longestLine: Int) throws(FileError) {
        self.path = path
        // Without O_NONBLOCK, opening a FIFO without a writer would block forever.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileText.cannotOpen(path, errno) }
        file = OwnedDescriptor(owning: descriptor)
        size = try FileText.sizeOfRegularFile(file, path)
        buffer = .allocate(byteCount: longestLine, alignment: 1)
    }

    deinit { buffer.deallocate() }

    /// A place between two lines.
    struct Place: Equatable, Sendable {
        var offset: Int
        var number: Int
    }

    /// The place after the line that `next` returned last.
    var place: Place { Place(offset: read - (end - start), number: number) }

    /// Seeks to a place, backward or forward.
    func go(to place: Place) throws(FileError) {
        guard lseek(file.number, place.offset, SEEK_SET) >= 0 else { throw FileText.cannotOpen(path, errno) }
        (start, end, read, number) = (0, 0, place.offset, place.number)
        (isAtEnd, isTorn) = (false, false)
    }

    /// The part of the file that has been read, 0...1.
    var progress: Double { size > 0 ? min(1, Double(read) / Double(size)) : 1 }

    /// The next line without its line feed, valid until the next call; nil at the end of the file.
    func next() throws(FileError) -> UnsafeRawBufferPointer? {
        var searched = start
        while true {
            let rest = UnsafeRawBufferPointer(rebasing: buffer[searched..<end])
            if let first = rest.baseAddress, let found = memchr(first, 0x0a, rest.count) {
                let length = UnsafeRawPointer(found) - (UnsafeRawPointer(buffer.baseAddress!) + start)
                defer { start += length + 1 }
                number += 1
                return UnsafeRawBufferPointer(rebasing: buffer[start..<start + length])
            }
            searched = end - start
            guard try refill() else {
                isTorn = start < end
                return nil
            }
        }
    }

    /// Moves the incomplete line to the buffer's start and reads more; false at the end of the file.
    private func refill() throws(FileError) -> Bool {
        guard !isAtEnd else { return false }
        if start > 0 { memmove(buffer.baseAddress!, buffer.baseAddress! + start, end - start) }
        (start, end) = (0, end - start)
        guard end < buffer.count else {
            throw FileError(
                file: path, line: number + 1, column: 1,
                "the line is longer than \(buffer.count) bytes: this is no recording of waldo drive --record")
        }
        while true {
            let count = Glibc.read(file.number, buffer.baseAddress! + end, buffer.count - end)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw FileText.cannotOpen(path, errno) }
            isAtEnd = count == 0
            end += count
            read += count
            return count > 0
        }
    }
}
