import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoStore

/// A file's bytes without what they mean.
enum FileBeginning {
    /// The first bytes of a regular file, at most 512.
    /// - Throws: that it cannot be read.
    static func bytes(of path: String) throws(FileError) -> [UInt8] {
        var found: [UInt8] = []
        try read(path, limit: 512) { bytes in
            found += bytes
            return true
        }
        return found
    }

    /// The beginning of a regular file without the space before it; empty: it has none among its first bytes.
    /// - Throws: that it cannot be read.
    static func text(of path: String) throws(FileError) -> String { text(of: try bytes(of: path)) }

    /// The text of such bytes without the space before it.
    static func text(of bytes: [UInt8]) -> String {
        String(decoding: bytes.drop { $0 == 0x20 || $0 == 0x0a || $0 == 0x0d }, as: UTF8.self)
    }

    /// The SHA-256 of a file.
    /// - Throws: that it cannot be read.
    static func hash(of path: String) throws(FileError) -> String {
        var hash = ContentHash()
        try read(path, limit: .max) { bytes in
            hash.update(bytes)
            return true
        }
        return hash.text
    }

    /// Whether a file has a line that is neither empty nor a comment, `#`. NUL bytes are what is left of lines.
    /// - Throws: that it cannot be read.
    static func hasLines(_ path: String) throws(FileError) -> Bool {
        var isComment = false, isAtStart = true, found = false, isFirst = true
        try read(path, limit: .max) { bytes in
            let bytes = isFirst ? ByteOrderMark.dropped(from: bytes) : bytes[...]
            isFirst = false
            for byte in bytes {
                switch byte {
                case UInt8(ascii: "\n"), UInt8(ascii: "\r"): (isComment, isAtStart) = (false, true)
                case 0, UInt8(ascii: " "), UInt8(ascii: "\t"): break
                case UInt8(ascii: "#") where isAtStart: (isComment, isAtStart) = (true, false)
                default:
                    found = found || !isComment
                    isAtStart = false
                }
            }
            return !found
        }
        return found
    }

    /// - Parameter body: takes the next bytes; returns whether it wants more.
    private static func read(
        _ path: String, limit: Int, _ body: (UnsafeRawBufferPointer) -> Bool
    ) throws(FileError) {
        let file = try InputFile.open(path)
        var status = stat()
        guard fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            guard status.st_mode & S_IFMT != S_IFDIR else {
                throw FileError(file: path, UnreadableFile.sentence(EISDIR))
            }
            throw FileError(file: path, "it is no regular file, and only those are imported")
        }
        guard status.st_size <= InputFile.largest else { throw FileError(file: path, InputFile.tooLarge) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 8)
        defer { buffer.deallocate() }
        var rest = limit
        while rest > 0 {
            let count = Glibc.read(file.number, buffer.baseAddress, min(rest, buffer.count))
            guard count >= 0 || errno == EINTR else {
                throw FileError(unreadable: path, errno)
            }
            if count == 0 { return }
            if count > 0, !body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { return }
            rest -= max(0, count)
        }
    }
}
