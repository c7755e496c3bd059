internal import Glibc
internal import WaldoLoop

/// Reads a regular file line by line, each with its end, so that together they are the file byte for byte. A line that
/// is longer than the limit comes in pieces.
final class RawLineReader {
    private static let capacity = 1 << 18

    /// The longest piece in bytes.
    let longest: Int
    /// The number of the line that `next` returned last, from 1.
    private(set) var number = 0
    /// Whether `next` returned last a further piece of a line.
    private(set) var isFurther = false
    private var endsLine = true

    private let path: String
    private let file: OwnedDescriptor
    private let buffer: UnsafeMutableRawBufferPointer
    /// The range of the buffer's bytes that have not been returned yet.
    private var start = 0, end = 0
    private var isAtEnd = false, read = 0
    private let size: Int

    init(_ path: String, longest: Int) throws(FileError) {
        self.path = path
        self.longest = longest
        // Without O_NONBLOCK, opening a FIFO without a writer would block forever.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileText.cannotOpen(path, errno) }
        file = OwnedDescriptor(owning: descriptor)
        size = try FileText.sizeOfRegularFile(file, path)
        buffer = .allocate(byteCount: max(Self.capacity, longest), alignment: 1)
    }

    deinit { buffer.deallocate() }

    /// The part of the file that has been read, 0...1.
    var progress: Double { size > 0 ? min(1, Double(read) / Double(size)) : 1 }

    /// The next line with its line feed, or a piece of one; nil at the end. Valid until the next call.
    func next() throws(FileError) -> UnsafeRawBufferPointer? {
        while true {
            let rest = UnsafeRawBufferPointer(rebasing: buffer[start..<end])
            if let first = rest.baseAddress, let found = memchr(first, 0x0a, min(rest.count, longest)) {
                return take(UnsafeRawPointer(found) - (UnsafeRawPointer(buffer.baseAddress!) + start) + 1, whole: true)
            }
            if rest.count >= longest { return take(longest, whole: false) }
            guard try refill() else { return start < end ? take(end - start, whole: true) : nil }
        }
    }

    private func take(_ length: Int, whole: Bool) -> UnsafeRawBufferPointer {
        defer { start += length }
        if endsLine { number += 1 }
        isFurther = !endsLine
        endsLine = whole
        return UnsafeRawBufferPointer(rebasing: buffer[start..<start + length])
    }

    /// Moves what is left to the buffer's start and reads more; false at the end of the file.
    private func refill() throws(FileError) -> Bool {
        guard !isAtEnd else { return false }
        if start > 0 { memmove(buffer.baseAddress!, buffer.baseAddress! + start, end - start) }
        (start, end) = (0, end - start)
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
