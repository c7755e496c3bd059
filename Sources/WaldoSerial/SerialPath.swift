import Glibc
import WaldoCore

/// The paths that a pattern fits, and the folders in which one can appear.
enum SerialPath {
    /// The one path that fits.
    /// - Throws: `SerialError`: `.notFound`, `.ambiguous`.
    static func resolve(_ pattern: String) throws(SerialError) -> String {
        guard pattern.contains("*") else { return pattern }
        let found = paths(fitting: pattern), shown = SafeText.escaped(pattern, upTo: .max)
        guard let first = found.first else {
            throw SerialError(.notFound, "No serial port fits \(shown): plug the arm in, or name one by --port.")
        }
        guard found.count == 1 else {
            let names = found.prefix(4).map { SafeText.escaped($0, upTo: .max) }.joined(separator: ", ")
            throw SerialError(.ambiguous, "Several serial ports fit \(shown): \(names). Name one by --port.")
        }
        return first
    }

    /// The folder that has a path or a pattern, and the folder of that.
    static func folder(of pattern: String) -> (parent: String, name: String) {
        let fixed = pattern.prefix { $0 != "*" }
        let folder = fixed.lastIndex(of: "/").map { fixed[..<$0] } ?? "."
        let cut = folder.lastIndex(of: "/")
        let name = cut.map { folder[folder.index(after: $0)...] } ?? folder
        return (cut.map { $0 == folder.startIndex ? "/" : String(folder[..<$0]) } ?? ".", String(name))
    }

    static func paths(fitting pattern: String) -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        // What else is special to glob(3) is a plain character here.
        let escaped = String(pattern.flatMap { "?[]\\".contains($0) ? ["\\", $0] : [$0] })
        guard glob(escaped, 0, nil, &found) == 0 else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
    }
}
