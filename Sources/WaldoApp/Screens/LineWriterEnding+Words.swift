import Glibc
import WaldoFiles
import WaldoLoop

extension LineWriter.Ending {
    /// Why standard output takes no more lines, for a message.
    var outputWords: String {
        switch self {
        case .readerGone: "the output was closed by its reader"
        case .full: "the output is too slow"
        case .failed(let failure):
            failure.code == ENOSPC
                ? "the disk is full" : "the output cannot be written (\(StandardStreams.reason(failure.code)))"
        }
    }
}
