import Glibc
import Synchronization
public import WaldoLoop

/// Opens files to be read. A path may mean a descriptor of this process too, such as `-`, standard input.
public enum InputFile {
    private struct State: ~Copyable {
        /// The descriptors that were read as the text of a file: they have nothing more to say.
        var texts: Set<CInt> = []
        /// What pipes have said, in files without a name, by the pipe's descriptor. They stay open.
        var spooled: [CInt: CInt] = [:]
    }
    private static let state = Mutex(State())

    /// A path as messages have it.
    public static func name(_ path: String) -> String { StandardPath.name(path, of: "standard input") }

    /// Opens a file that may be large, and is sought in. What a pipe says is copied first, to a file without a name in
    /// the directory for temporary files.
    /// - Throws: that it cannot be opened or read.
    public static func open(_ path: String) throws(FileError) -> OwnedDescriptor {
        guard let number = StandardPath.input(path) else { return try openFile(path) }
        guard !state.withLock({ $0.texts.contains(number) }) else { throw alreadyRead(path) }
        var source = number
        if let known = state.withLock({ $0.spooled[number] }) {
            source = known
        } else if !isRegular(number) {
            source = try spool(number, path)
        }
        // Opened again, it is read from its beginning, and a second time independently of the first.
        let again = Glibc.open("/proc/self/fd/\(source)", O_RDONLY | O_CLOEXEC)
        guard again >= 0 else { throw FileText.cannotOpen(path, errno) }
        return OwnedDescriptor(owning: again)
    }

    /// Opens a small file, whose text is read once.
    /// - Throws: that it cannot be opened, or that it is a descriptor that was read before.
    static func openText(_ path: String) throws(FileError) -> OwnedDescriptor {
        guard let number = StandardPath.input(path) else { return try openFile(path) }
        let isNew = state.withLock { $0.spooled[number] == nil && $0.texts.insert(number).inserted }
        guard isNew else { throw alreadyRead(path) }
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw FileText.cannotOpen(path, errno) }
        return OwnedDescriptor(owning: copy)
    }

    private static func openFile(_ path: String) throws(FileError) -> OwnedDescriptor {
        // Without O_NONBLOCK, opening a FIFO without a writer would block forever.
        let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileText.cannotOpen(path, errno) }
        return OwnedDescriptor(owning: descriptor)
    }

    private static func alreadyRead(_ path: String) -> FileError {
        FileError(file: name(path), "this is read for another file already; give one of the two by its path")
    }

    private static func isRegular(_ number: CInt) -> Bool {
        var status = stat()
        return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The most bytes of a log. From a pipe a compressed one can expand without bound, and a sparse file can be of any
    /// size.
    package static let largest = 8 << 30

    /// The sentence for what is larger.
    package static let tooLarge = "it is larger than \(largest >> 30) GB, the limit for a log"

    /// How many bytes of a pipe are kept where so many are free: memory, where the folder is in it, which other
    /// programs need too.
    static func maxSpooled(free: UInt64) -> Int { Int(min(UInt64(largest), free / 2)) }

    private static func maxSpooled(beside file: CInt) -> Int {
        FreeSpace.beside(file).map { maxSpooled(free: UInt64($0)) } ?? largest
    }

    private static func spool(_ number: CInt, _ path: String) throws(FileError) -> CInt {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let copy = PrivateFile.createNameless(in: folder)
        guard copy >= 0 else {
            throw FileError(
                file: self.name(path),
                "it cannot be kept in \(folder) (\(String(cString: strerror(errno)))): set TMPDIR")
        }
        let limit = maxSpooled(beside: copy)
        // The process may be asked to end while it waits for the pipe.
        let failure = Signals.unblocked { fill(copy, from: number, limit: limit) }
        if let failure {
            close(copy)
            let reason = String(cString: strerror(failure))
            throw FileError(
                file: self.name(path),
                failure == EINTR
                    ? "the reading was interrupted"
                    : failure == EFBIG
                        ? limit == largest
                            ? tooLarge : "the pipe delivers more than half of the free space of \(folder); set TMPDIR"
                        : "it cannot be read or kept in \(folder): \(reason)")
        }
        state.withLock { $0.spooled[number] = copy }
        return copy
    }

    /// Copies all that a descriptor gives, which may be so many bytes.
    /// - Returns: the error that ended it before the end.
    private static func fill(_ copy: CInt, from number: CInt, limit: Int) -> CInt? {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
        defer { buffer.deallocate() }
        var total = 0
        while true {
            let count = read(number, buffer.baseAddress, buffer.count)
            if count == 0 { return nil }
            guard count > 0 else { return errno }
            total += count
            guard total <= limit else { return EFBIG }
            var done = 0
            while done < count {
                let written = write(copy, buffer.baseAddress! + done, count - done)
                guard written >= 0 else { return errno }
                done += written
            }
        }
    }
}
