import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop

/// A drive of this program in its own place.
enum Trial {
    /// Replaces this program by itself with these arguments; returns only if that fails.
    static func failure(of arguments: [String]) -> Failure {
        var words: [UnsafeMutablePointer<CChar>?] = (["waldo"] + arguments).map { strdup($0) }
        words.append(nil)
        execv("/proc/self/exe", words)
        return Failure(
            .output,
            "The trial cannot be started (\(SystemFailure("execv").description)): run `waldo "
                + ShellWord.line(arguments) + "`.")
    }
}
