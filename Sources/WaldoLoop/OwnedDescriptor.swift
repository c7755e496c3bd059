import Glibc

/// A file descriptor with one owner, closed when the value is destroyed.
public struct OwnedDescriptor: ~Copyable, Sendable {
    /// The number, for calls that do not take ownership.
    public let number: CInt

    /// Takes ownership of an open descriptor.
    public init(owning number: CInt) { self.number = number }

    deinit { close(number) }

    /// Gives up ownership; the caller closes the descriptor.
    public consuming func release() -> CInt {
        let number = self.number
        discard self
        return number
    }
}
