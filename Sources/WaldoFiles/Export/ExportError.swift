import Glibc
public import WaldoCore
import WaldoLoop

/// Why an export failed, in one sentence.
public struct ExportError: ProgramError, Equatable {
    /// The file as it was named, and the sentence.
    public let description: String

    /// 74: output has failed.
    public var status: ExitStatus { .output }

    init(_ path: String, _ sentence: String) { description = "\(SafeText.escaped(path, upTo: .max)): \(sentence)" }

    init(_ path: String, code: CInt) {
        let sentence =
            switch code {
            case EEXIST: "the file exists and is never overwritten; name another"
            case ENOENT: "there is no such directory; create it first"
            case EACCES, EPERM, EROFS: "the export may not be written here; name a directory of your own"
            case ENOSPC, EDQUOT: "the disk is full; make room, or export elsewhere"
            case EFBIG: "the export is larger than it may become here; make room, or export elsewhere"
            case EBADF: "it is closed, or cannot be written to; name a file"
            case EPIPE, ENXIO: "nobody reads the export"
            default: "the export cannot be written: \(String(cString: strerror(code)))"
            }
        self.init(path, sentence)
    }
}
