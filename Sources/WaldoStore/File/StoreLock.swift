import Glibc
package import WaldoLoop

/// What one process can have of a file, until the object is released or the process ends.
package final class StoreLock {
    /// The file.
    let file: FileIdentity
    private let descriptor: CInt
    private let byte: UInt32

    /// Takes a lock of a file that exists.
    /// - Parameter byte: distinguishes the locks of one file.
    /// - Throws: `LockRefusal`: `.failed` with `ENOENT` also where the file was replaced meanwhile.
    package convenience init(_ path: String, at byte: UInt32 = 0) throws(LockRefusal) {
        // A device or a pipe is not opened: that may do something.
        guard (try? FileIdentity(path)) != nil else { throw .failed(SystemFailure("stat", code: ENOENT)) }
        let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .failed(SystemFailure("open")) }
        try self.init(owning: descriptor, at: byte)
        // Another process may have replaced the file before it was locked.
        guard (try? FileIdentity(path)) == file else { throw .failed(SystemFailure("open", code: ENOENT)) }
    }

    /// Takes a lock of a regular file that is open for writing.
    init(owning descriptor: CInt, at byte: UInt32 = 0) throws(LockRefusal) {
        self.descriptor = descriptor
        self.byte = byte
        file = FileIdentity(descriptor)
        try FileLock.acquire(descriptor, at: byte)
    }

    deinit {
        FileLock.release(descriptor, at: byte)
        OpenFiles.close(descriptor, of: file)
    }

    /// Whether a process of this machine has a lock of a file, this one too. Nothing is taken.
    package static func isHeld(_ path: String, at byte: UInt32 = 0) -> Bool {
        guard let file = try? FileIdentity(path) else { return false }
        return OpenFiles.ask(path, file) { FileLock.isHeld($0, at: byte) }
    }
}
