/// A file of the page, as a browser gets it.
struct PageFile {
    /// The path at which a browser finds it, and its media type.
    let path: String, type: String
    /// Its bytes, and those as gzip where that is shorter.
    let bytes: [UInt8], packed: [UInt8]?
    /// Whether the path names the content, so that a browser may keep the file.
    let isFixed: Bool

    /// Creates a file under a path of its own.
    init(_ path: String, _ type: String, _ bytes: [UInt8]) {
        self.init(path: path, type, bytes, isFixed: false)
    }

    /// Creates a script or a style, whose path has the hash of its bytes.
    init(fixed bytes: [UInt8], _ name: String, _ type: String) {
        let hash = SHA1.hash(bytes).prefix(6).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        self.init(path: "/\(name[..<dot])-\(hash)\(name[dot...])", type, bytes, isFixed: true)
    }

    private init(path: String, _ type: String, _ bytes: [UInt8], isFixed: Bool) {
        (self.path, self.type, self.bytes, self.isFixed) = (path, type, bytes, isFixed)
        let packed = Gzip.bytes(bytes)
        self.packed = packed.count < bytes.count ? packed : nil
    }
}
