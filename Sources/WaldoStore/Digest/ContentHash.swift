import WaldoCore

/// The SHA-256 of a file's contents, fed in pieces: by it a file that was imported is known again.
public struct ContentHash {
    private var hash = SHA256()

    /// The hash of nothing so far.
    public init() {}

    /// Takes more bytes.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bytes) }

    /// The 32 bytes of the hash of all that was taken.
    public var bytes: [UInt8] {
        let copy = hash
        return copy.digest()
    }

    /// Them as 64 hexadecimal digits.
    public var text: String { HexText.text(of: bytes) }
}
