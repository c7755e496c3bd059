import Glibc
import WaldoCore
import WaldoLoop

/// A mapping's file that is to be written: a name in the operator's directory, or a path.
public struct MappingFile: Sendable {
    /// Its path.
    public let path: String
    /// Its directory, and whether that is the operator's, where a file is found by its name alone.
    private let directory: String, isOperators: Bool

    /// The file that an argument means, as `Library.mapping` reads it: a path contains `/` or ends in `.yaml`.
    /// - Throws: that the name cannot be one, or that there is no configuration directory.
    public init(_ argument: String, in library: Library) throws(FileError) {
        guard StandardPath.output(argument) == nil else {
            throw FileError(
                file: SafeText.escaped(argument, upTo: .max),
                "a mapping is written whole or not at all, and so into a file: give a name, or a path that ends in `.yaml`"
            )
        }
        guard !Library.isPath(argument) else {
            path = argument
            let parts = argument.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            directory = parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
            isOperators = false
            return
        }
        guard Self.isName(argument) else {
            throw FileError(
                file: SafeText.escaped(argument),
                "this is no name for a mapping: use letters, digits, `-` and `_`, or give a path that ends in `.yaml`")
        }
        guard argument + ".yaml" != SettingsFile.name else {
            throw FileError(file: argument, "\(SettingsFile.name) holds the defaults of options: use another name")
        }
        guard let directory = library.directory else {
            throw FileError(
                file: argument, "there is no configuration directory: set HOME, or give a path that ends in `.yaml`")
        }
        (self.directory, isOperators) = (directory, true)
        path = "\(directory)/\(argument).yaml"
    }

    private static func isName(_ text: String) -> Bool {
        (1...60).contains(text.utf8.count) && text.first != "-"
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }

    /// A name for a mapping of an input, made of the input's own: `microsoft-x-box-360-pad`.
    public static func name(for input: String) -> String {
        var name = ""
        for character in input.lowercased() {
            if character.isASCII, character.isLetter || character.isNumber {
                name.append(character)
            } else if !name.isEmpty, name.last != "-" {
                name.append("-")
            }
        }
        name = String(name.prefix(40))
        while name.last == "-" { name.removeLast() }
        return name.isEmpty || name + ".yaml" == SettingsFile.name ? "my-pad" : name
    }

    /// The file of the first free name: this one, or this one with `-2`, `-3` and so on.
    /// - Throws: as `init` does; or that a hundred names are taken.
    public static func free(_ name: String, in library: Library) throws(FileError) -> MappingFile {
        let shipped = library.mappings().map(\.name)
        for number in 1...100 {
            let numbered = number == 1 ? name : "\(name)-\(number)"
            let file = try MappingFile(numbered, in: library)
            if !file.exists, !shipped.contains(numbered) { return file }
        }
        throw FileError(file: name, "this name and 99 more are taken: choose one with --to")
    }

    /// Whether there is something at the path.
    public var exists: Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Finds out beforehand whether the file can be written.
    /// - Parameter replaces: whether it may replace a file that is there.
    /// - Throws: that it may not, or why it cannot.
    public func check(replaces: Bool) throws(FileError) {
        var status = stat()
        if lstat(path, &status) == 0 {
            // A link to a device, a FIFO or a directory is none of ours to replace; a dangling one is.
            if status.st_mode & S_IFMT == S_IFLNK { _ = stat(path, &status) }
            guard [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) else {
                throw FileError(
                    file: SafeText.escaped(path, upTo: .max), "not a regular file: name another one with --to")
            }
            guard replaces else { throw isThere }
        }
        guard stat(directory, &status) == 0 else {
            // The operator's is made.
            if isOperators { return }
            throw failure("cannot be created", errno)
        }
        if isOperators { try OperatorFile.checkDirectory(directory, for: path) }
        guard access(directory, W_OK | X_OK) == 0 else { throw failure("cannot be created", errno) }
    }

    private var isThere: FileError {
        FileError(
            file: SafeText.escaped(path, upTo: .max),
            "there is such a file: add --replace to replace it, or choose a name with --to")
    }

    /// Writes the file whole, or leaves everything as it was.
    /// - Parameter replaces: whether it may replace a file that is there.
    /// - Throws: that there is such a file, or why it cannot be written.
    public func write(_ text: String, replaces: Bool) throws(FileError) {
        if isOperators { makeDirectory() }
        try check(replaces: replaces)
        do { try PrivateFile.write(Array(text.utf8), to: path, replaces: replaces) } catch {
            throw error.code == EEXIST ? isThere : failure("cannot be written", error.code)
        }
    }

    /// Makes the directory, and those above it, for their owner alone. A failure shows when the file is created.
    private func makeDirectory() {
        var path = ""
        for part in directory.split(separator: "/") {
            path += "/\(part)"
            mkdir(path, 0o700)
        }
    }

    private func failure(_ what: String, _ code: CInt) -> FileError {
        FileError(file: SafeText.escaped(path, upTo: .max), "\(what) (\(String(cString: strerror(code))))")
    }
}
