internal import Glibc

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

    private var file: FileBuffer

    init(_ path: String, longest: Int) throws(FileError) {
        self.longest = longest
        file = try FileBuffer(path, capacity: max(Self.capacity, longest))
    }

    /// The part of the file that has been read, 0...1.
    var progress: Double { file.progress }

    /// The next line with its line feed, or a piece of one; nil at the end. Valid until the next call.
    func next() throws(FileError) -> UnsafeRawBufferPointer? {
        while true {
            let rest = file.rest
            if let first = rest.baseAddress, let found = memchr(first, 0x0a, min(rest.count, longest)) {
                return take(UnsafeRawPointer(found) - first + 1, of: rest, whole: true)
            }
            if rest.count >= longest { return take(longest, of: rest, whole: false) }
            guard try file.refill() else {
                // What is left was moved.
                return file.rest.isEmpty ? nil : take(file.rest.count, of: file.rest, whole: true)
            }
        }
    }

    private func take(_ length: Int, of rest: UnsafeRawBufferPointer, whole: Bool) -> UnsafeRawBufferPointer {
        if endsLine { number += 1 }
        isFurther = !endsLine
        endsLine = whole
        file.take(length)
        return UnsafeRawBufferPointer(rebasing: rest[..<length])
    }
}
