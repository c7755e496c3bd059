internal import Glibc

/// Small files of text that the kernel makes as they are read, below /proc and /sys.
package enum KernelFile {
    /// Its lines, without line feeds, each up to 511 bytes; none if it cannot be read.
    package static func lines(of path: String) -> [String] {
        guard let file = fopen(path, "re") else { return [] }
        defer { fclose(file) }
        var lines: [String] = []
        var line = [CChar](repeating: 0, count: 512)
        while fgets(&line, CInt(line.count), file) != nil {
            let bytes = line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
            lines.append(String(decoding: bytes, as: UTF8.self))
        }
        return lines
    }
}
