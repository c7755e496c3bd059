import Glibc

/// The bytes that a file system has free for the user.
package enum FreeSpace {
    /// Where a file or folder of this path is; nil: unknown.
    package static func at(_ path: String) -> Int64? {
        var status = statvfs()
        return statvfs(path, &status) == 0 ? bytes(status) : nil
    }

    /// Where an open file is; nil: unknown.
    static func beside(_ file: CInt) -> Int64? {
        var status = statvfs()
        return fstatvfs(file, &status) == 0 ? bytes(status) : nil
    }

    private static func bytes(_ status: statvfs) -> Int64 {
        let (bytes, isMore) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isMore ? .max : Int64(clamping: bytes)
    }
}
