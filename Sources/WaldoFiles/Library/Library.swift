import Glibc
public import WaldoCore
public import WaldoSurvey

/// Finds arms, mappings, sensors and graphs by name: the operator's own first, then the shipped ones.
///
/// The operator's are in `$XDG_CONFIG_HOME/waldo/` (arms in `waldo/arms/` and so on), by default `~/.config/waldo/`.
/// The working directory is never searched: a file planted there could drive an arm.
public struct Library: Sendable {
    /// The arm that is used when none is named.
    public static let defaultArm = "robot"

    /// The operator's configuration directory; nil when there is none.
    public let directory: String?

    let rows: SDLRowSources

    /// A library with this operator's directory, by default the one that the environment gives, and these sources of
    /// rows for pads.
    public init(directory: String? = Library.directoryOfOperator(), rows: SDLRowSources = .ofEnvironment()) {
        self.directory = directory
        self.rows = rows
    }

    /// `$XDG_CONFIG_HOME/waldo`, else `~/.config/waldo`. A relative path is ignored, as the XDG Base Directory
    /// Specification requires: it would refer to the working directory.
    public static func directoryOfOperator() -> String? {
        func absolute(_ name: String) -> String? {
            guard let value = getenv(name), value[0] == CChar(UInt8(ascii: "/")) else { return nil }
            return String(cString: value)
        }
        return (absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map { $0 + "/.config" }).map { $0 + "/waldo" }
    }

    // MARK: one file

    /// An arm by its name, or by a path: an argument that contains `/` or ends in `.yaml`.
    /// - Throws: that there is no such file, or what is wrong with it.
    public func loadArm(_ argument: String) throws(FileError) -> Arm { try arm(argument).value }

    /// A mapping by its name, or by a path: an argument that contains `/` or ends in `.yaml`.
    /// - Throws: that there is no such file, or what is wrong with it.
    public func loadMapping(_ argument: String) throws(FileError) -> Mapping { try mapping(argument).value }

    /// An arm as `loadArm` finds it, with the text of its file.
    /// - Throws: that there is no such file, or what is wrong with it.
    public func arm(_ argument: String) throws(FileError) -> (value: Arm, source: SourceText) {
        try load(argument, .arms)
    }

    /// A mapping as `loadMapping` finds it, with the text of its file.
    /// - Throws: that there is no such file, or what is wrong with it.
    public func mapping(_ argument: String) throws(FileError) -> (value: Mapping, source: SourceText) {
        try load(argument, .mappings)
    }

    /// A sensor by its name or a path, with the text of its file.
    /// - Throws: that there is no such file, or what is wrong with it.
    public func sensor(_ argument: String) throws(FileError) -> (value: Sensor, source: SourceText) {
        try load(argument, .sensors)
    }

    /// A graph by its name or a path, with the text of its file.
    /// - Throws: that there is no such file, or what is wrong with it.
    public func graph(_ argument: String) throws(FileError) -> (value: Graph, source: SourceText) {
        try load(argument, .graphs)
    }

    /// The text of a graph's file as it stands, whether or not it is valid.
    /// - Throws: that there is no such file, or that it cannot be read.
    public func graphText(_ argument: String) throws(FileError) -> String { try find(argument, .graphs).text }

    /// The text of a sensor's file as it stands, whether or not it is valid.
    /// - Throws: that there is no such file, or that it cannot be read.
    public func sensorText(_ argument: String) throws(FileError) -> String { try find(argument, .sensors).text }

    /// The text of a mapping's file as it stands, whether or not it is valid.
    /// - Throws: that there is no such file, or that it cannot be read.
    public func mappingText(_ argument: String) throws(FileError) -> String { try find(argument, .mappings).text }

    /// The text of an arm's file as it stands, whether or not it is valid.
    /// - Throws: that there is no such file, or that it cannot be read.
    public func armText(_ argument: String) throws(FileError) -> String { try find(argument, .arms).text }

    private func load<Value>(
        _ argument: String, _ kind: FileKind<Value>
    ) throws(FileError) -> (value: Value, source: SourceText) {
        let (text, file) = try find(argument, kind)
        let path = Self.isPath(argument) ? nil : hidingPath(argument, file, kind)
        return (try kind.read(text, file), SourceText(name: argument, text: text, hidingPath: path))
    }

    /// The path of the file, if it is the operator's and hides a shipped one of the same name.
    func hidingPath<Value>(_ name: String, _ file: String, _ kind: FileKind<Value>) -> String? {
        kind.shipped.contains { $0.name == name } && file == path(name, kind) ? file : nil
    }

    /// The text of the file that an argument names, and the file's name for messages.
    func find<Value>(_ argument: String, _ kind: FileKind<Value>) throws(FileError) -> (text: String, file: String) {
        if Self.isPath(argument) { return (try FileText.read(argument), InputFile.name(argument)) }
        if let own = try own(argument, kind) { return own }
        if let shipped = kind.shipped.first(where: { $0.name == argument }) {
            return (shipped.text, Self.file(ofShipped: shipped.name))
        }
        let names = entries(kind).map { SafeText.escaped($0.name) }
        throw FileError(
            file: SafeText.escaped(argument),
            "no \(kind.word) has this name" + Self.hint(argument, among: names, then: "there are ")
                + names.joined(separator: ", "))
    }

    /// What was meant by a name that the library does not have: a file of the working directory, or one spelled alike.
    /// - Parameter then: how the message goes on, as a clause.
    static func hint(_ argument: String, among names: [String], then clause: String) -> String {
        let isFile = access("\(argument).yaml", R_OK) == 0
        let meant = isFile ? "./\(SafeText.escaped(argument)).yaml" : Spelling.nearest(argument, among: names)
        return Spelling.sentence(meant, then: clause)
    }

    static func isPath(_ argument: String) -> Bool {
        argument.contains("/") || argument.hasSuffix(".yaml") || argument == StandardPath.stream
    }

    static func file(ofShipped name: String) -> String { "\(name).yaml (shipped)" }

    func path<Value>(_ name: String, _ kind: FileKind<Value>) -> String? {
        guard let directory = directory(of: kind), !name.isEmpty, !name.hasPrefix(".") else { return nil }
        return "\(directory)/\(name).yaml"
    }

    func directory<Value>(of kind: FileKind<Value>) -> String? {
        directory.map { kind.subdirectory.isEmpty ? $0 : "\($0)/\(kind.subdirectory)" }
    }

    /// The operator's file of this name; nil when there is none.
    func own<Value>(_ name: String, _ kind: FileKind<Value>) throws(FileError) -> (text: String, file: String)? {
        guard let path = path(name, kind), let directory = directory(of: kind), isOne("\(name).yaml", of: kind) else {
            return nil
        }
        return try OperatorFile.read("\(name).yaml", in: directory).map { ($0, path) }
    }

    /// Whether a file of this name can be one of a kind: the mappings' directory holds the operator's defaults too.
    func isOne<Value>(_ file: String, of kind: FileKind<Value>) -> Bool {
        !kind.subdirectory.isEmpty || file != SettingsFile.name
    }
}
