/// Ends the program with this status and prints nothing: everything has been reported already.
package struct ExitStatus: Error {
    /// 0, 1 for a difference between recordings or runs, or 128 + n after signal n.
    package let status: Int32

    /// An exit with this status.
    package init(_ status: Int32) { self.status = status }
}
