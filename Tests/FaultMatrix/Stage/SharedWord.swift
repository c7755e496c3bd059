import Glibc
import WaldoTestSupport

/// A number in a file that a preloaded library reads while the program runs.
final class SharedWord {
    let path: String

    init(_ path: String, _ value: Int64 = 0) throws {
        self.path = path
        try set(value)
    }

    func set(_ value: Int64) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        var value = value
        guard pwrite(file, &value, 8, 0) == 8 else { throw DidNotHappen("\(path) cannot be written") }
    }
}
