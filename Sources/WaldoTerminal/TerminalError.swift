import Glibc
public import WaldoCore
public import WaldoLoop

/// Why no terminal can be used, or not any longer. The description is one sentence that says what to do.
public enum TerminalError: ProgramError, Equatable {
    /// The terminal cannot be opened; the code is the errno of open(2).
    case unavailable(path: String, code: CInt)
    /// It opens, but its modes cannot be read or set; the code is the errno of tcgetattr(3) or tcsetattr(3).
    case unusable(path: String, code: CInt)
    /// It opens, but the loop cannot wait for its keys; the code is the errno of epoll_ctl(2).
    case unwatchable(path: String, code: CInt)
    /// The lock that reserves it for one Waldo cannot be made; the code is the errno of socket(2), bind(2) or
    /// listen(2).
    case notReserved(path: String, code: CInt)
    /// The program runs in the terminal's background.
    case inBackground(path: String)
    /// Another Waldo owns it.
    case inUse(path: String, by: LockHolder)
    /// It has hung up: the window was closed or the connection was lost.
    case hungUp(path: String)
    /// Reading from it failed with this errno.
    case unreadable(path: String, code: CInt)

    /// 74: output has failed.
    public var status: ExitStatus { .output }

    /// The cause and what to do about it, in one sentence.
    public var description: String {
        switch self {
        case .unavailable(let path, let code):
            "\(path) cannot be opened (\(Self.words(code))): run waldo in a terminal, over SSH with `ssh -t`, or use --plain"
        case .unusable(let path, let code):
            "\(path) does not let its modes be set (\(Self.words(code))): run waldo in a terminal, or use --plain"
        case .unwatchable(let path, let code):
            "waldo cannot wait for keys of \(path) (\(Self.words(code))): end other programs of this user, or use --plain"
        case .notReserved(let path, let code):
            "\(path) cannot be reserved for this waldo (\(Self.words(code))): raise the limit of open files (ulimit -n) or end "
                + "other programs, or use --plain"
        case .inBackground(let path):
            "waldo is in the background of its terminal \(path): start it without `&` or bring it back by `fg`, or use --plain"
        case .inUse(let path, let holder):
            "the terminal \(path) belongs to a waldo that runs already (\(holder)): end that one, or start this one in a "
                + "terminal of its own"
        case .hungUp(let path):
            "the terminal \(path) has hung up: start waldo again in a new one, or in tmux to outlive a lost connection"
        case .unreadable(let path, let code):
            "the terminal \(path) cannot be read any more (\(Self.words(code))): start waldo again in a new one"
        }
    }

    private static func words(_ code: CInt) -> String { String(cString: strerror(code)) }
}
