/// The kinds of files that hold others, by the bytes that they begin with.
public enum PackedFile: Equatable, Sendable {
    case zip, gzip
    /// By bzip2, xz, zstd, 7z or RAR.
    case other

    /// Nil: a file with this beginning is none.
    public init?(beginning bytes: some Collection<UInt8>) {
        let kinds: [(PackedFile, [UInt8])] = [
            (.zip, [0x50, 0x4b, 0x03, 0x04]), (.zip, [0x50, 0x4b, 0x05, 0x06]), (.gzip, [0x1f, 0x8b]),
            (.other, Array("BZh".utf8)), (.other, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]),
            (.other, [0x28, 0xb5, 0x2f, 0xfd]), (.other, [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]),
            (.other, Array("Rar!".utf8)),
        ]
        guard let kind = kinds.first(where: { bytes.starts(with: $0.1) })?.0 else { return nil }
        self = kind
    }

    /// What it is: `a ZIP archive`.
    public var name: String {
        switch self {
        case .zip: "a ZIP archive"
        case .gzip: "packed with gzip"
        case .other: "a packed file"
        }
    }
}
