import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop

/// A bGeigie log that is a file of its own: what the device has written, or `waldo survey export --bgeigie`.
enum LogFile {
    /// What a line of a bGeigie log begins with, as the shipped sensor file has it.
    private static let marks: [[UInt8]] = {
        let sensor = try? Library(directory: nil).sensor(BGeigieLogFacts.family).value
        return sensor.map(BGeigieLogFacts.marks(of:)) ?? []
    }()
    /// What every SQLite database begins with (sqlite.org/fileformat2.html), and so every survey's file.
    private static let database = "SQLite format 3\0"

    /// Whether a line is one of a bGeigie.
    static func isOne(_ bytes: [UInt8]) -> Bool {
        bytes.split(separator: 10).contains { line in marks.contains { line.starts(with: $0) } }
    }

    /// The log's bytes; nil: the path names a database, or no regular file.
    /// - Throws: `Failure`: it is something else, has too many bytes, or cannot be read.
    static func bytes(_ path: String, atMost greatest: Int) throws(Failure) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes: [UInt8] = [], part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &part, part.count)
            guard count >= 0 else { throw Failure(.input, "\(path): \(UnreadableFile.sentence(errno))") }
            guard count > 0 else { break }
            bytes += part[..<count]
            if bytes.starts(with: database.utf8) { return nil }
            guard bytes.count <= greatest else {
                throw Failure(.file, "\(path): it has more than \(greatest >> 20) MiB; name a bGeigie log")
            }
        }
        guard isOne(bytes) else {
            throw Failure(.file, "\(path): it is neither a survey's file nor a bGeigie log; name one of these")
        }
        return bytes
    }
}
