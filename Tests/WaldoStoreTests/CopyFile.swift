import Glibc
import WaldoTestSupport

/// Copies a file as `cp` does, whatever is in it.
func copyFile(_ from: String, to: String) throws {
    let (source, target) = (open(from, O_RDONLY | O_CLOEXEC), open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600))
    defer {
        close(source)
        close(target)
    }
    guard source >= 0, target >= 0 else { throw DidNotHappen("copy of \(from)") }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(source, &chunk, chunk.count), count > 0 {
        guard write(target, chunk, count) == count else { throw DidNotHappen("copy to \(to)") }
    }
}
