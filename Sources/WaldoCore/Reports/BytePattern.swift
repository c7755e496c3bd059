/// A message of bytes, always of the same length, that reports the arm's position or a fault.
public struct BytePattern: Equatable, Sendable {
    /// A part of the message.
    public enum Field: Equatable, Sendable {
        /// This byte.
        case byte(UInt8)
        /// Any byte.
        case any
        /// A channel's number in binary.
        case number(FrameTemplate.Number, Channel)
        /// A checksum over bytes before it.
        case checksum(Checksum)

        /// Its length in bytes.
        public var count: Int {
            switch self {
            case .byte, .any: 1
            case .number(let number, _): number.count
            case .checksum(let checksum): checksum.count
            }
        }
    }

    /// The fields in order.
    public let fields: [Field]
    /// Its length in bytes.
    public let count: Int

    /// Creates a pattern from its fields.
    public init(_ fields: [Field]) {
        self.fields = fields
        count = fields.reduce(0) { $0 + $1.count }
    }

    /// The channels' numbers in a message of `count` bytes; nil if it has another form.
    /// - Parameter decimals: each channel's digits after the point.
    func numbers(in message: ArraySlice<UInt8>, decimals: PerChannel<Int>) -> PerChannel<Int32?>? {
        var numbers = PerChannel<Int32?>(repeating: nil, for: decimals.channels), at = message.startIndex
        for field in fields {
            let bytes = message[at..<at + field.count]
            switch field {
            case .byte(let byte): guard bytes.first == byte else { return nil }
            case .any: break
            case .number(let number, let channel):
                guard let value = number.read(bytes, decimals: decimals[channel]) else { return nil }
                numbers[channel] = value
            case .checksum(let checksum):
                guard bytes.elementsEqual(checksum.bytes(over: message[..<at])) else { return nil }
            }
            at += field.count
        }
        return numbers
    }
}
