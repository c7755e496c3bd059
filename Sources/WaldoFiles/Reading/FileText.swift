import Glibc
import WaldoLoop

/// Reads the text of an operator's file: small, regular, UTF-8.
enum FileText {
    /// The largest size of an arm or mapping file, in bytes.
    static let limit = 64 * 1024

    static func read(_ path: String) throws(FileError) -> String {
        let file = try InputFile.openText(path)
        guard StandardPath.input(path) != nil else { return try decode(try bytes(of: file, path, limit: limit), path) }
        let name = InputFile.name(path)
        // The process may be asked to end while it waits for the stream.
        let bytes = try Signals.unblocked { () throws(FileError) in
            try rest(of: file, name, limit: limit, maxBytes: limit)
        }
        return try decode(bytes, name)
    }

    /// The bytes of an open file, of which there may be `limit`.
    static func bytes(
        of file: borrowing OwnedDescriptor, _ path: String, limit: Int
    ) throws(FileError) -> [UInt8] {
        let size = try sizeOfRegularFile(file, path)
        guard size <= limit else { throw tooLarge(path, "\(size) bytes", limit) }
        return try rest(of: file, path, limit: limit, maxBytes: Swift.max(size, Self.limit))
    }

    /// What a descriptor gives until its end, `maxBytes` bytes at most.
    private static func rest(
        of file: borrowing OwnedDescriptor, _ path: String, limit: Int, maxBytes: Int
    ) throws(FileError) -> [UInt8] {
        // One more, so that a file that has grown is noticed.
        var bytes = [UInt8](repeating: 0, count: maxBytes + 1)
        var count = 0
        while count < bytes.count {
            let read = bytes.withUnsafeMutableBytes {
                Glibc.read(file.number, $0.baseAddress! + count, $0.count - count)
            }
            if read < 0 && errno == EINTR { continue }
            guard read >= 0 else { throw cannotOpen(path, errno) }
            if read == 0 { break }
            count += read
        }
        guard count < bytes.count else { throw tooLarge(path, "more than \(count - 1) bytes", limit) }
        return Array(bytes[..<count])
    }

    /// The error for a file that cannot be opened or read.
    static func cannotOpen(_ path: String, _ code: CInt) -> FileError {
        FileError(unreadable: path, code)
    }

    /// The size of a file in bytes; anything but a regular file is refused.
    static func sizeOfRegularFile(_ file: borrowing OwnedDescriptor, _ path: String) throws(FileError) -> Int {
        var status = stat()
        guard fstat(file.number, &status) == 0 else { throw cannotOpen(path, errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw FileError(file: path, "this is a directory; name a file in it")
        case S_IFIFO: throw FileError(file: path, "this is a FIFO; name a regular file")
        default: throw FileError(file: path, "not a regular file; name one")
        }
        return status.st_size
    }

    private static func tooLarge(_ path: String, _ size: String, _ limit: Int) -> FileError {
        let hint =
            path.hasSuffix(".gpkg") ? "a survey is checked by `waldo survey check FILE`" : "is it the right file?"
        return FileError(file: path, "the file has \(size), and such a file has \(limit) at most; \(hint)")
    }

    /// Decodes UTF-8; the error gives the location of the first invalid byte.
    static func decode(_ bytes: [UInt8], _ path: String) throws(FileError) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var decoder = UTF8()
        var rest = bytes.makeIterator()
        var (line, column) = (1, 1)
        while case .scalarValue(let scalar) = decoder.decode(&rest) {
            (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
        }
        throw FileError(file: path, line: line, column: column, "the text is not UTF-8 here; save the file as UTF-8")
    }
}
