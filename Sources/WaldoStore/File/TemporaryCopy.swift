import Glibc

/// A file's name in the folder for temporary files; the file is removed with this object.
final class TemporaryCopy {
    let path: String

    init() {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let number = UInt64.random(in: 0...UInt64.max)
        path = "\(folder)/waldo-\(getpid())-\(String(number, radix: 36)).gpkg"
    }

    deinit { unlink(path) }
}
