import Glibc
import WaldoLoop

/// A regular file that is read through a buffer of fixed size.
struct FileBuffer: ~Copyable {
    private let path: String
    private let file: OwnedDescriptor
    private let memory: UnsafeMutableRawBufferPointer
    private let size: Int
    /// The range of the buffer's bytes that have not been consumed yet.
    private var start = 0, end = 0
    private var isAtEnd = false
    /// How many bytes of the file have been read.
    private var read = 0

    /// - Throws: that the file cannot be opened, or is no regular file.
    init(_ path: String, capacity: Int) throws(FileError) {
        let opened = try InputFile.open(path)
        size = try FileText.sizeOfRegularFile(opened, path)
        file = opened
        memory = .allocate(byteCount: capacity, alignment: 1)
        self.path = path
    }

    deinit { memory.deallocate() }

    /// The part of the file that has been read, 0...1.
    var progress: Double { size > 0 ? min(1, Double(read) / Double(size)) : 1 }

    /// The offset in the file of the first byte that has not been consumed yet.
    var offset: Int { read - (end - start) }

    /// The bytes that have not been consumed yet, valid until `refill`.
    var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[start..<end]) }

    /// Whether the buffer is full, so that there may be more bytes.
    var isFull: Bool { end - start == memory.count && !isAtEnd }

    /// Consumes bytes of `rest`; they stay valid until `refill`.
    mutating func consume(_ count: Int) { start += count }

    /// Seeks to an offset in the file, backward or forward.
    mutating func seek(to offset: Int) throws(FileError) {
        guard lseek(file.number, offset, SEEK_SET) >= 0 else { throw FileText.cannotOpen(path, errno) }
        (start, end, read, isAtEnd) = (0, 0, offset, false)
    }

    /// Moves what is left to the buffer's start and reads more; false at the end of the file.
    mutating func refill() throws(FileError) -> Bool {
        guard !isAtEnd else { return false }
        if start > 0 { memmove(memory.baseAddress!, memory.baseAddress! + start, end - start) }
        (start, end) = (0, end - start)
        while true {
            let count = Glibc.read(file.number, memory.baseAddress! + end, memory.count - end)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw FileText.cannotOpen(path, errno) }
            isAtEnd = count == 0
            end += count
            read += count
            return count > 0
        }
    }
}
