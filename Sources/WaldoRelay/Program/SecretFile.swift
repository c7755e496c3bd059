internal import Glibc
internal import WaldoCore
public import WaldoFiles
internal import WaldoLoop

/// A file with a secret: user and password of a broker, or the key of an interface. Command lines and environments are
/// seen by others, so secrets come from files alone, and only from those that nobody else can read.
public enum SecretFile {
    /// The greatest size in bytes.
    static let greatest = 4096

    /// Checks that nobody else can read a file.
    /// - Throws: `Failure`.
    public static func check(_ path: String) throws(Failure) { close(try open(path)) }

    /// The file's lines, without empty ones at its end.
    /// - Throws: `Failure`: it cannot be read, others can read it, or it is too long or no text.
    public static func lines(_ path: String) throws(Failure) -> [String] {
        let descriptor = try open(path)
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: greatest + 1), count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + count, $0.count - count) }
            guard more >= 0 else { throw refusal(.input, path, UnreadableFile.sentence(errno)) }
            if more == 0 { break }
            count += more
        }
        guard count <= greatest, !bytes[..<count].contains(0),
            let text = String(validating: bytes[..<count], as: UTF8.self)
        else { throw refusal(.file, path, "it is no text of at most \(greatest) bytes; name another file") }
        var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    private static func open(_ path: String) throws(Failure) -> CInt {
        // A pipe is not waited for.
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw refusal(.input, path, UnreadableFile.sentence(errno)) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw refusal(.file, path, "it is not a regular file; name another file")
        }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            close(descriptor)
            let isOwn = status.st_uid == geteuid()
            throw refusal(
                .file, path,
                isOwn
                    ? "others may read it; take that from them by `chmod 600 \(ShellWord.quoted(path))`"
                    : "it belongs to another user; name a file of your own with mode 0600")
        }
        return descriptor
    }

    private static func refusal(_ status: ExitStatus, _ path: String, _ sentence: String) -> Failure {
        Failure(status, "\(path): \(sentence)")
    }
}
