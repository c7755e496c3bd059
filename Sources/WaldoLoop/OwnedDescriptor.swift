internal import Glibc

/// A file descriptor with one owner, closed when the value goes away.
public struct OwnedDescriptor: ~Copyable, Sendable {
    /// The number, for calls that only use it.
    public let number: CInt

    /// Takes over an open descriptor.
    public init(owning number: CInt) { self.number = number }

    deinit { close(number) }

    /// Gives the descriptor away; the caller closes it.
    public consuming func release() -> CInt {
        let number = self.number
        discard self
        return number
    }
}

/// A system call that failed, with its errno.
public struct SystemFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The call's name.
    public let call: StaticString
    /// The errno it left.
    public let code: CInt

    /// A failure of `call`; `code` defaults to the present errno.
    public init(_ call: StaticString, code: CInt? = nil) {
        self.call = call
        self.code = code ?? errno
    }

    /// The call and the system's own words for the error.
    public var description: String { "\(call): \(String(cString: strerror(code)))" }

    /// Failures are equal when their errnos are.
    public static func == (a: Self, b: Self) -> Bool { a.code == b.code }
}
