/// The program ends here with this status, and nothing is printed: what there is to say has been said.
package struct ExitStatus: Error {
    /// 0, 1 for a difference, or 128 + n after signal n.
    package let status: Int32

    /// An end with this status.
    package init(_ status: Int32) { self.status = status }
}
