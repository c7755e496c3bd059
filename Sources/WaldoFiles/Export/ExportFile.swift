internal import Glibc
internal import WaldoLoop

/// The file of an export. It has its name only once it is whole: until then its bytes are in `NAME.PID.part` beside it,
/// which goes away with this value, and stays behind when the process is killed. An existing file is never overwritten,
/// and no link is followed. A FIFO or a character device is written to as it stands.
public final class ExportFile {
    private static let capacity = 1 << 18

    private let path: String
    /// Where the bytes are until the file is whole; nil for a FIFO or device.
    private let part: String?
    private let descriptor: OwnedDescriptor
    private var buffer: [UInt8] = []
    private var isFinished = false

    /// Begins an export into a file that is not there yet.
    public init(_ path: String) throws(ExportError) {
        self.path = path
        buffer.reserveCapacity(Self.capacity + 4096)
        var status = stat()
        if lstat(path, &status) == 0 {
            do { descriptor = try LineOutput.open(path) } catch { throw ExportError(path, code: error.code) }
            part = nil
            // Only the opening may not wait, for a reader of a FIFO that never comes.
            _ = fcntl(descriptor.number, F_SETFL, O_WRONLY)
            return
        }
        let part = "\(path).\(getpid()).part"
        let number = PrivateFile.create(part)
        guard number >= 0 else { throw ExportError(path, code: errno) }
        self.part = part
        descriptor = OwnedDescriptor(owning: number)
    }

    deinit { if let part, !isFinished { unlink(part) } }

    /// Adds bytes.
    public func write(_ bytes: some Sequence<UInt8>) throws(ExportError) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.capacity { try flush() }
    }

    /// Gives the whole file its name, once it is on the disk.
    public func finish() throws(ExportError) {
        try flush()
        guard let part else { return }
        guard fsync(descriptor.number) == 0 else { throw ExportError(path, code: errno) }
        // The name is claimed first, for a plain rename would overwrite; what it then overwrites is our own empty file.
        let claim = PrivateFile.create(path)
        guard claim >= 0 else { throw ExportError(path, code: errno) }
        close(claim)
        guard rename(part, path) == 0 else {
            let code = errno
            unlink(path)
            throw ExportError(path, code: code)
        }
        isFinished = true
    }

    private func flush() throws(ExportError) {
        var written = 0
        while written < buffer.count {
            let count = buffer.withUnsafeBytes { bytes in
                Glibc.write(descriptor.number, bytes.baseAddress! + written, bytes.count - written)
            }
            guard count < 0 else {
                written += count
                continue
            }
            if errno != EINTR { throw ExportError(path, code: errno) }
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
