import Glibc
import WaldoCore
import WaldoLoop

/// Reads a file of the configuration directory. Such a file is found by name alone and can move an arm without anyone
/// having looked at it, so only the operator or root may own or write it and its directory.
enum OperatorFile {
    /// Linux's O_PATH, which the headers define only with _GNU_SOURCE. A user who may search a directory need not be
    /// able to read it.
    private static let pathOnly: CInt = 0o10_000_000

    /// The text of a file; nil when there is none of this name.
    ///
    /// Checks the opened directory and file, not their paths, so that neither can be replaced between the check and
    /// the read.
    /// - Throws: that another user owns or may write the file or its directory, and how to fix it; or why it cannot
    ///   be read.
    static func read(_ name: String, in directory: String) throws(FileError) -> String? {
        let path = "\(directory)/\(name)"
        guard let bytes = try bytes(name, in: directory, limit: FileText.limit) else { return nil }
        return try FileText.decode(bytes, path)
    }

    /// The bytes of a file of at most `limit` bytes, as `read` finds it.
    /// - Throws: as `read` does.
    static func bytes(_ name: String, in directory: String, limit: Int) throws(FileError) -> [UInt8]? {
        let folder = open(directory, Self.pathOnly | O_DIRECTORY | O_CLOEXEC)
        // A directory that cannot be opened has no file of the operator's.
        guard folder >= 0 else { return nil }
        let holder = OwnedDescriptor(owning: folder), path = "\(directory)/\(name)"
        let number = openat(folder, name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard number >= 0 else {
            let code = errno
            // A dangling symbolic link is an error, not a missing file, because a file of that name would hide a
            // shipped one.
            if code == ENOENT, faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) != 0 { return nil }
            throw FileText.cannotOpen(path, code)
        }
        let file = OwnedDescriptor(owning: number)
        try check(holder, directory, "directory", for: path)
        try check(file, path, "file", for: path)
        return try FileText.bytes(of: file, path, limit: limit)
    }

    /// Checks a directory in which a file is to be written.
    /// - Throws: that another user owns it or may write it, and how to fix it; or that it cannot be opened.
    static func checkDirectory(_ directory: String, for path: String) throws(FileError) {
        let folder = open(directory, Self.pathOnly | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw FileText.cannotOpen(directory, errno) }
        try check(OwnedDescriptor(owning: folder), directory, "directory", for: path)
    }

    private static func check(
        _ descriptor: borrowing OwnedDescriptor, _ checked: String, _ what: String, for path: String
    ) throws(FileError) {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0 else { throw FileText.cannotOpen(path, errno) }
        let shown = SafeText.escaped(checked, upTo: .max)
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            let fault = UserNamespace.own.fault(of: "the \(what)", ownedBy: status.st_uid)
            throw FileError(
                file: path,
                "\(fault), who could move the arm by it; if what it says is right, `chown \(geteuid()) \(shown)`")
        }
        guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
            throw FileError(
                file: path,
                "the \(what) may be written by other users, who could move the arm by it; if what it says is right, "
                    + "`chmod go-w \(shown)`")
        }
    }
}
