import Glibc

/// A folder of a test's own, with the files directly in it removed when it goes away.
public final class TemporaryFolder: Sendable {
    /// Its path.
    public let path: String

    /// Makes an empty folder.
    public init() throws {
        var template = Array("/tmp/waldo-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw DidNotHappen("mkdtemp: \(String(cString: strerror(errno)))") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

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

    /// Writes a file in it and gives the file's path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        let file = "\(path)/\(name)"
        guard let stream = fopen(file, "we") else { throw DidNotHappen("fopen \(file)") }
        fputs(text, stream)
        fclose(stream)
        return file
    }
}
