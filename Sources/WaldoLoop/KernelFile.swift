import Glibc

/// Small files of text that the kernel makes as they are read, below /proc and /sys.
package enum KernelFile {
    /// Its lines, without line feeds, each up to 511 bytes; none if it cannot be read.
    package static func lines(of path: String) -> [String] { Array(Lines(of: path)) }

    /// The same one by one, for a file that other users can make long.
    package final class Lines: Sequence, IteratorProtocol {
        private let file: UnsafeMutablePointer<FILE>?
        private var line = [CChar](repeating: 0, count: 512)

        /// Opens the file.
        package init(of path: String) { file = fopen(path, "re") }

        deinit { if let file { fclose(file) } }

        /// The next line; nil: the end.
        package func next() -> String? {
            guard let file, fgets(&line, CInt(line.count), file) != nil else { return nil }
            let bytes = line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
