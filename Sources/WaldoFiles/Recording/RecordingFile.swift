import Glibc
public import WaldoLoop

/// Creates the file of a new recording. An existing file is never overwritten, and no symbolic link is followed.
public enum RecordingFile {
    /// The path of a recording: the argument itself, or, if it is a directory, a name in it made of the time and the
    /// subject.
    /// - Parameters:
    ///   - subject: the name of the arm or sensor, as the operator gave it.
    ///   - started: when the recording began, in microseconds since 1970.
    public static func path(
        for argument: String, named subject: String, suffix: String = "jsonl", started: Int64
    ) -> String {
        guard argument.hasSuffix("/") || isDirectory(argument) else { return argument }
        return argument + (argument.hasSuffix("/") ? "" : "/") + name(subject, suffix: suffix, started: started)
    }

    /// `2026-11-21T071502.123Z-robot.jsonl`: sorts by time, and has no character that a file system may refuse.
    static func name(_ subject: String, suffix: String = "jsonl", started: Int64) -> String {
        var seconds = time_t(started / 1_000_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let day = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)].map { padded($0, 2) }
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded(Int($0), 2) }.joined()
        let stem = subject.split(separator: "/").last ?? "recording"
        let word = (stem.hasSuffix(".yaml") ? stem.dropLast(5) : stem).map { character in
            character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
        }
        let thousandths = padded(Int(started / 1_000 % 1_000), 3)
        return "\(day.joined(separator: "-"))T\(clock).\(thousandths)Z-\(String(word)).\(suffix)"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Creates the file and opens it; an existing FIFO or character device is opened for writing, and `-` is standard
    /// output.
    /// - Throws: why it cannot be created or opened.
    public static func create(_ path: String) throws(FileError) -> OwnedDescriptor {
        if let number = StandardPath.output(path) {
            do { return try StandardPath.duplicate(writing: number) } catch {
                throw FileError(file: ExportFile.name(path), cannotCreate(error.code))
            }
        }
        let descriptor = PrivateFile.create(path)
        if descriptor >= 0 { return OwnedDescriptor(owning: descriptor) }
        guard errno == EEXIST else { throw FileError(file: path, cannotCreate(errno)) }
        do { return try LineOutput.open(path) } catch { throw FileError(file: path, cannotCreate(error.code)) }
    }

    /// Why a file cannot be created, and what to do, for an errno.
    public static func cannotCreate(_ code: CInt) -> String {
        switch code {
        case EEXIST: "the file exists and is never overwritten; name another, or a directory"
        case ENOENT: "there is no such directory; create it first"
        case EACCES, EPERM, EROFS: "the recording may not be written here; name a directory of your own"
        case EBADF: "it is closed, or cannot be written to; name a file"
        case ENXIO: "nobody reads the FIFO; start its reader first"
        case ENOSPC, EDQUOT: "the disk is full; make room, or record elsewhere"
        default: "the recording cannot be made: \(String(cString: strerror(code)))"
        }
    }
}
