/// The bytes of one write, stored in place.
public struct Frame: Equatable, Sendable {
    /// Bytes a frame can hold; as many as the receive buffers of the shields that we know.
    public static let capacity = 64

    private var storage: InlineArray<64, UInt8>
    /// Bytes in use.
    public private(set) var count: Int

    /// A frame without bytes.
    public init() {
        storage = .init(repeating: 0)
        count = 0
    }

    /// A frame of these bytes, `capacity` at most.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count <= Self.capacity else { return nil }
        self.init()
        for byte in bytes { append(byte) }
    }

    /// One byte, from 0.
    public subscript(index: Int) -> UInt8 { storage[index] }

    /// Adds a byte; a full frame stays as it is. Files are refused when their longest frame would not fit.
    public mutating func append(_ byte: UInt8) {
        guard count < Self.capacity else { return }
        storage[count] = byte
        count += 1
    }

    /// Lends the bytes in use, for a system call.
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeBytes(of: storage) { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// The bytes in use, copied out, for tests and screens.
    public var bytes: [UInt8] { (0..<count).map { storage[$0] } }

    /// Two frames are equal when their bytes in use are.
    public static func == (a: Frame, b: Frame) -> Bool {
        guard a.count == b.count else { return false }
        for index in 0..<a.count where a.storage[index] != b.storage[index] { return false }
        return true
    }
}
