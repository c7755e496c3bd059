import Glibc
import WaldoCore
package import WaldoLoop

/// A file with a secret: user and password of a broker, the key of an interface, or the token of a panel. Others see
/// command lines, so secrets come from files, and only from those that nobody else can read.
public enum SecretFile {
    /// The greatest size in bytes.
    static let greatest = 4096

    /// Checks that nobody else can read a file.
    /// - Throws: `Failure`.
    public static func check(_ path: String) throws(Failure) { _ = try open(path) }

    /// The file's lines, without empty ones at its end.
    /// - Throws: `Failure`: it cannot be read, others can read it, or it is too long or no text.
    public static func lines(_ path: String) throws(Failure) -> [String] {
        let file = try open(path)
        var bytes = [UInt8](repeating: 0, count: greatest + 1), count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes { read(file.number, $0.baseAddress! + count, $0.count - count) }
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

    /// Opens a file after it was checked.
    /// - Parameter orPipe: whether it may be a pipe, such as another program's output. A pipe is not waited for.
    /// - Throws: `Failure`: it cannot be read, others can read it, or it is of another kind.
    package static func open(_ path: String, orPipe: Bool = false) throws(Failure) -> OwnedDescriptor {
        let number = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard number >= 0 else { throw refusal(.input, path, UnreadableFile.sentence(errno)) }
        let file = OwnedDescriptor(owning: number)
        var status = stat()
        let kind = fstat(number, &status) == 0 ? status.st_mode & S_IFMT : 0
        guard kind == S_IFREG || orPipe && kind == S_IFIFO else {
            throw refusal(.file, path, "it is not a regular file\(orPipe ? " or a pipe" : ""); name another file")
        }
        guard status.st_uid == geteuid() else {
            let fault = UserNamespace.own.fault(of: "it", ownedBy: status.st_uid)
            throw refusal(.file, path, "\(fault); name a file of your own with mode 0600")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw refusal(
                .file, path, "others may read it; take that from them by `chmod 600 \(ShellWord.quoted(path))`")
        }
        return file
    }

    private static func refusal(_ status: ExitStatus, _ path: String, _ sentence: String) -> Failure {
        Failure(status, "\(path): \(sentence)")
    }
}
