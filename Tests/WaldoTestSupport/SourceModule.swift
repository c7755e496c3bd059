import Glibc

/// A folder of Sources, read by tests of the project's structure.
public struct SourceModule {
    /// One source file.
    public struct File {
        /// Its path.
        public let path: String
        /// Its text.
        public let text: String

        /// Its name without folders.
        public var name: String { String(path.split(separator: "/").last ?? "") }

        /// The modules that it imports.
        public var imports: Set<String> {
            var modules: Set<String> = []
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ")
                guard let word = words.firstIndex(of: "import"), word <= 2, words.count > word + 1 else { continue }
                let before = [
                    "internal", "public", "package", "private", "fileprivate", "@preconcurrency", "@testable",
                ]
                guard words[..<word].allSatisfy({ before.contains(String($0)) }) else { continue }
                let named = words[words.count - 1].split(separator: ".")[0]
                modules.insert(String(named))
            }
            return modules
        }
    }

    /// The module's name.
    public let name: String
    /// Its Swift files.
    public let files: [File]

    /// The modules of all folders of Sources.
    /// - Throws: `DidNotHappen` if a folder or file cannot be read.
    public static func all() throws -> [SourceModule] {
        let sources = projectFolder + "/Sources"
        return try names(in: sources).sorted().map { module in
            SourceModule(name: module, files: try swiftFiles(under: "\(sources)/\(module)"))
        }
    }

    /// The project's root folder, derived from this file's location.
    public static var projectFolder: String {
        let parts = #filePath.split(separator: "/").dropLast(3)
        return "/" + parts.joined(separator: "/")
    }

    /// The text of a file.
    /// - Throws: `DidNotHappen` if it cannot be opened.
    public static func text(of path: String) throws -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw DidNotHappen("\(path) cannot be read") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The Swift files in a folder and its subfolders.
    /// - Throws: `DidNotHappen` if a folder or file cannot be read.
    public static func swiftFiles(under folder: String) throws -> [File] {
        var files: [File] = []
        for name in try names(in: folder).sorted() {
            let path = "\(folder)/\(name)"
            var status = stat()
            guard stat(path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                files += try swiftFiles(under: path)
            } else if name.hasSuffix(".swift") {
                files.append(File(path: path, text: try text(of: path)))
            }
        }
        return files
    }

    private static func names(in folder: String) throws -> [String] {
        guard let stream = opendir(folder) else { throw DidNotHappen("\(folder) cannot be read") }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}
