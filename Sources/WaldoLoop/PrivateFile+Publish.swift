import Glibc

/// Files that appear whole: written under a passing name, and then given their own.
extension PrivateFile {
    /// The name that a file has beside its own until it is whole. A process that was killed leaves it behind.
    package static func passingName(of path: String) -> String { "\(path).\(getpid()).part" }

    /// Writes a file whole, or leaves everything as it was.
    /// - Parameter replaces: whether it may replace a file that is there; a link is replaced and not followed.
    /// - Throws: why it cannot be written, such as EEXIST.
    package static func write(_ bytes: [UInt8], to path: String, replaces: Bool) throws(SystemFailure) {
        let passing = passingName(of: path)
        // Left behind by an earlier process with this one's number.
        unlink(passing)
        let number = create(passing)
        guard number >= 0 else { throw SystemFailure("open") }
        let file = OwnedDescriptor(owning: number)
        defer { unlink(passing) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemFailure("write") }
            rest = rest.dropFirst(count)
        }
        guard publish(file.number, passing, as: path, replaces: replaces) else { throw SystemFailure("rename") }
    }

    /// Gives a file that is whole its own name. Its bytes are on the disk before that, and its name is afterwards: a
    /// reader, also one after a kill or a loss of power, finds the old file or the new one.
    /// - Parameters:
    ///   - descriptor: the file's.
    ///   - passing: the name that it has.
    ///   - replaces: whether it may replace a file that is there.
    /// - Returns: whether that was done; else the reason is in `errno`, such as EEXIST.
    package static func publish(_ descriptor: CInt, _ passing: String, as path: String, replaces: Bool) -> Bool {
        guard fsync(descriptor) == 0, replaces ? rename(passing, path) == 0 : setName(passing, path) else {
            return false
        }
        syncFolder(of: path)
        return true
    }

    /// Makes the names in a file's folder durable; on file systems that cannot, nothing happens.
    package static func syncFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
