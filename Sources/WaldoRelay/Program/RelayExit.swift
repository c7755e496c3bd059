/// Ends the program with this status and prints nothing: everything has been reported already.
public struct RelayExit: Error {
    /// 0, 1 for a difference, or 128 + n after signal n.
    public let status: Int32

    /// An exit with this status.
    public init(_ status: Int32) { self.status = status }
}
