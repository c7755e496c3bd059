import Glibc
import WaldoCore
import WaldoFiles
import WaldoStore

/// A directory that surveys or recordings are written into.
package struct FolderFacts: Equatable, Sendable {
    /// Its path.
    package var path: String
    /// Whether a default names it. Otherwise it is the working directory, which an option may replace.
    package var isDefault: Bool
    /// Why nothing can be written there, as an errno; 0: it can.
    package var failure: CInt
    /// How many bytes are free; nil: unknown.
    package var free: Int64?
    /// Surveys in it whose process was killed, and whose last rows still lie in a journal beside them.
    package var unfinished: [String]

    /// With less than this a warning is due: an hour of a busy sensor and a drive's recording.
    private static let little: Int64 = 256 << 20

    /// Facts with these values.
    package init(
        path: String, isDefault: Bool, failure: CInt = 0, free: Int64? = nil, unfinished: [String] = []
    ) {
        self.path = path
        self.isDefault = isDefault
        self.failure = failure
        self.free = free
        self.unfinished = unfinished
    }

    /// Looks at a directory, and writes nothing.
    /// - Parameter path: the default; nil: the working directory.
    package static func gather(_ path: String?) -> FolderFacts {
        var facts = FolderFacts(path: path ?? workingDirectory, isDefault: path != nil)
        var status = stat()
        if stat(facts.path, &status) != 0 {
            facts.failure = errno
        } else if status.st_mode & S_IFMT != S_IFDIR {
            facts.failure = ENOTDIR
        } else if access(facts.path, W_OK | X_OK) != 0 {
            facts.failure = errno
        }
        facts.free = FreeSpace.at(facts.path)
        if facts.free == 0, facts.failure == 0 { facts.failure = ENOSPC }
        facts.unfinished = StoreReader.unfinished(in: facts.path)
        return facts
    }

    private static var workingDirectory: String {
        guard let path = getcwd(nil, 0) else { return "." }
        defer { Glibc.free(path) }
        return String(cString: path)
    }

    /// The findings.
    package func findings(_ check: Finding.Check) -> [Finding] {
        var findings = [finding(check)]
        findings += unfinished.map { name in
            let file = (path.hasSuffix("/") ? path : path + "/") + name,
                command = ShellWord.line(["waldo", "survey", "process", file])
            return .warning(
                check,
                "\(name) was not ended, because its process was killed or the power failed; its last rows are in "
                    + "\(name)-wal, and belong to it: `\(command)` makes it whole", fix: command)
        }
        return findings
    }

    private func finding(_ check: Finding.Check) -> Finding {
        let shown = SafeText.escaped(path, upTo: .max)
        guard failure == 0 else {
            let text = "\(shown): \(RecordingFile.cannotCreate(failure))"
            let fix = failure == ENOENT ? ShellWord.line(["mkdir", "-p", path]) : nil
            // Without a default an option may name any other directory.
            return isDefault
                ? .fault(check, text, fix: fix, status: .output)
                : .warning(check, "\(text), such as by --to", fix: fix)
        }
        guard let free else { return .ok(check, "\(shown) may be written") }
        guard free >= Self.little else {
            return .warning(
                check, "\(shown) has \(Self.size(free)) free: make room, or name a directory on another disk")
        }
        return .ok(check, "\(shown) may be written, \(Self.size(free)) free")
    }

    private static func size(_ bytes: Int64) -> String {
        bytes >= 10 << 30 ? "\(bytes >> 30) GB" : "\(bytes >> 20) MB"
    }
}
