import Glibc
public import WaldoLoop

/// The output file of an export. It gets its name only when it is complete: until then its bytes are in `NAME.PID.part`
/// beside it, which is deleted with this object unless the export is finished, and is left behind if the process is
/// killed. An existing file is never overwritten, and no symbolic link is followed. A FIFO or a character device is
/// written to directly, and so is a descriptor such as standard output, which `-` stands for.
public final class ExportFile {
    private static let capacity = 1 << 18

    /// A path as messages have it.
    public static func name(_ path: String) -> String { StandardPath.name(path, of: "standard output") }

    private let path: String
    /// The path of the incomplete file; nil for a descriptor, a FIFO or a device.
    private let part: String?
    private let descriptor: OwnedDescriptor
    private var buffer: [UInt8] = []
    private var isFinished = false

    /// Creates the file, or opens an existing FIFO or device.
    /// - Throws: why it cannot be created or opened; a path where a file already exists is refused.
    public init(_ path: String) throws(ExportError) {
        self.path = Self.name(path)
        buffer.reserveCapacity(Self.capacity + 4096)
        if let number = StandardPath.output(path) {
            do { descriptor = try StandardPath.duplicate(writing: number) } catch {
                throw ExportError(Self.name(path), code: error.code)
            }
            part = nil
            return
        }
        var status = stat()
        if lstat(path, &status) == 0 {
            do { descriptor = try LineOutput.open(path) } catch { throw ExportError(path, code: error.code) }
            part = nil
            // Clears O_NONBLOCK: only the opening must not block, on a FIFO without a reader.
            _ = fcntl(descriptor.number, F_SETFL, O_WRONLY)
            return
        }
        let part = PrivateFile.passingName(of: path)
        let number = PrivateFile.create(part)
        guard number >= 0 else { throw ExportError(path, code: errno) }
        self.part = part
        descriptor = OwnedDescriptor(owning: number)
    }

    deinit { if let part, !isFinished { unlink(part) } }

    /// Appends bytes; they are buffered and written in blocks of at least 256 KiB.
    /// - Throws: why they cannot be written.
    public func write(_ bytes: some Sequence<UInt8>) throws(ExportError) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.capacity { try flush() }
    }

    /// A duplicate of its descriptor, for a writer of its own that is done before `finish`.
    /// - Throws: why there is none.
    public func duplicate() throws(ExportError) -> OwnedDescriptor {
        do { return try StandardPath.duplicate(writing: descriptor.number) } catch {
            throw ExportError(path, code: error.code)
        }
    }

    /// Writes what is buffered, syncs the file to the disk, and gives it its name.
    /// - Throws: why that fails, or that the name is taken by now.
    public func finish() throws(ExportError) {
        try flush()
        guard let part else { return }
        guard PrivateFile.publish(descriptor.number, part, as: path, replaces: false) else {
            throw ExportError(path, code: errno)
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
