import Glibc
import WaldoLoop

/// A file without a name, for what an export must hold back. It vanishes with the process.
final class SpillFile {
    private let path: String
    private let descriptor: OwnedDescriptor

    /// Creates it in the directory of the export, with a name that is removed at once; that of standard output in the
    /// directory for temporary files.
    init(besides path: String) throws(ExportError) {
        self.path = ExportFile.name(path)
        let folder =
            StandardPath.output(path) != nil
            ? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
            : path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let number = PrivateFile.createNameless(in: folder)
        guard number >= 0 else { throw ExportError(path, code: errno) }
        descriptor = OwnedDescriptor(owning: number)
    }

    /// Appends bytes.
    func write(_ bytes: [UInt8]) throws(ExportError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(descriptor.number, buffer.baseAddress! + written, buffer.count - written)
            }
            if count >= 0 { written += count } else if errno != EINTR { throw ExportError(path, code: errno) }
        }
    }

    /// Writes all of it to the export.
    func copy(to file: ExportFile) throws(ExportError) {
        var chunk = [UInt8](repeating: 0, count: 1 << 16), offset = 0
        while true {
            let count = chunk.withUnsafeMutableBytes { pread(descriptor.number, $0.baseAddress!, $0.count, offset) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw ExportError(path, code: errno) }
            if count == 0 { return }
            offset += count
            try file.write(chunk[..<count])
        }
    }
}
