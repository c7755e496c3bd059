import Glibc

/// The device that discards what is written to it, /dev/null.
enum NullDevice {
    /// Its number: major 1, minor 3 (null(4)).
    private static let number: dev_t = 0x103

    /// Whether a descriptor writes to it. A closed standard output is open on it for reading only.
    static func isOpen(as descriptor: CInt) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR && status.st_rdev == number
            && fcntl(descriptor, F_GETFL) & O_ACCMODE != O_RDONLY
    }
}
