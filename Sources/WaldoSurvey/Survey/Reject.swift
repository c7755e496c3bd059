public import WaldoTime

/// Bytes of a sensor that became no message, and why.
public struct Reject: Equatable, Sendable {
    /// Why bytes are rejected.
    public enum Reason: String, Equatable, Sendable, CaseIterable {
        /// No message begins with these bytes.
        case stray
        /// The message ended too soon: another began, the link was lost, or the survey ended.
        case incomplete
        /// The message is longer than its sensor's file allows.
        case tooLong = "too long"
        /// The check over its bytes is wrong.
        case check
        /// It has another number of fields.
        case fields
        /// A field is no number, or outside of its range.
        case value
    }

    /// When its last byte arrived, on the session's clock.
    public var at: Instant
    /// The characteristic: its index in the sensor's list.
    public var channel: Int
    /// The bytes as they came.
    public var bytes: [UInt8]
    /// Why they are rejected.
    public var reason: Reason
    /// The field that is wrong; nil: the whole message.
    public var field: String?

    /// Creates a reject from its parts.
    public init(at: Instant, channel: Int, bytes: [UInt8], reason: Reason, field: String? = nil) {
        self.at = at
        self.channel = channel
        self.bytes = bytes
        self.reason = reason
        self.field = field
    }
}
