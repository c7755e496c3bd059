/// The bytes of one write, stored inline.
public struct Frame: Equatable, Sendable {
    /// Maximum length in bytes: the receive buffer size of the peripherals that we know.
    public static let capacity = 64

    private var storage: InlineArray<64, UInt8>
    private var length: UInt32
    /// Which characteristic it is written to, an index into `BluetoothProfile.writes`. It follows from the arm and the
    /// channel, so it takes no part in equality, and recordings do not state it.
    public var destination: UInt8 = 0

    /// Creates an empty frame.
    public init() {
        storage = .init(repeating: 0)
        length = 0
    }

    /// Bytes in use.
    public var count: Int { Int(length) }

    /// Creates a frame from bytes; nil when there are more than `capacity`.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count <= Self.capacity else { return nil }
        self.init()
        for byte in bytes { append(byte) }
    }

    /// The byte at a zero-based index.
    public subscript(index: Int) -> UInt8 { storage[index] }

    /// Appends a byte; a full frame ignores it. Arm files whose longest frame would not fit are refused.
    public mutating func append(_ byte: UInt8) {
        guard count < Self.capacity else { return }
        storage[count] = byte
        length += 1
    }

    /// Calls `body` with the bytes in use, for a system call.
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeBytes(of: storage) { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// A copy of the bytes in use, for tests and screens.
    public var bytes: [UInt8] { (0..<count).map { storage[$0] } }

    /// Frames are equal when their bytes in use are equal.
    public static func == (a: Frame, b: Frame) -> Bool {
        guard a.count == b.count else { return false }
        for index in 0..<a.count where a.storage[index] != b.storage[index] { return false }
        return true
    }
}
