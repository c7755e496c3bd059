import Glibc

/// A system call that failed, with its errno.
public struct SystemFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The call's name.
    public let call: StaticString
    /// The call's errno.
    public let code: CInt

    /// Creates a failure of `call`; `code` defaults to the current errno.
    public init(_ call: StaticString, code: CInt? = nil) {
        self.call = call
        self.code = code ?? errno
    }

    /// The call and the system's message for its error.
    public var description: String { "\(call): \(String(cString: strerror(code)))" }

    /// The system's message for its error, without the call.
    public var reason: String { String(cString: strerror(code)) }

    /// Failures are equal when their errnos are equal.
    public static func == (a: Self, b: Self) -> Bool { a.code == b.code }
}
