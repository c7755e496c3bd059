import Glibc

/// A folder for one test. It is removed, with the files directly in it, when this object is released.
public final class TemporaryFolder: Sendable {
    /// Its path.
    public let path: String

    /// Creates an empty folder.
    /// - Throws: `DidNotHappen` if it cannot be created.
    public init() throws { path = try TestRun.current.makeFolder("test") }

    deinit {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != "." && name != ".." { unlink("\(path)/\(name)") }
            }
            closedir(folder)
        }
        rmdir(path)
    }

    /// Writes a file in the folder.
    /// - Returns: the file's path.
    /// - Throws: `DidNotHappen` if it cannot be created.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        let file = "\(path)/\(name)"
        guard let stream = fopen(file, "we") else { throw DidNotHappen("fopen \(file)") }
        // NUL bytes and all.
        _ = Array(text.utf8).withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, stream) }
        fclose(stream)
        return file
    }

    /// Returns the text of a file in the folder.
    /// - Throws: `DidNotHappen` if it cannot be opened.
    public func read(_ name: String) throws -> String { try readFile("\(path)/\(name)") }
}

/// Returns the text of a file; bytes that are not UTF-8 are replaced.
/// - Throws: `DidNotHappen` if it cannot be opened.
public func readFile(_ path: String) throws -> String {
    guard let stream = fopen(path, "re") else {
        throw DidNotHappen("fopen \(path): \(String(cString: strerror(errno)))")
    }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, stream), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
}
