public import WaldoCore
public import WaldoSurvey

/// A file that is right: what it means, and what it describes.
public struct CheckedFile: Sendable {
    /// What a file describes.
    public enum Content: Sendable {
        case arm(Arm)
        case mapping(Mapping)
        case sensor(Sensor)
        case graph(Graph)
        case settings(SettingsFile)
        case fence(ArmFence)
    }

    /// What `waldo check` prints of it.
    public var report: String
    /// What it describes.
    public var content: Content
    /// The file's path or name.
    public var file: String
}

extension CheckedFile {
    /// How two files fit that are used together: one sentence each for what of one has no counterpart in the other, and
    /// whether it is wrong to use them so. Nil: files of these kinds do not meet.
    public static func fit(_ one: CheckedFile, _ other: CheckedFile) -> (lines: [String], isWrong: Bool)? {
        switch (one.content, other.content) {
        case (.arm(let arm), .mapping(let mapping)):
            if let problem = arm.problem(with: mapping) { return ([problem], true) }
            let lines = arm.mismatches(with: mapping)
            return (lines.isEmpty ? ["“\(mapping.name)” moves all of “\(arm.name)”"] : lines, false)
        case (.sensor(let sensor), .graph(let graph)):
            return fit(sensor, graph)
        case (.arm(let arm), .sensor(let sensor)):
            guard sensor.says != nil else { return nil }
            if let like = sensor.likeness(to: arm) { return ([like], true) }
            return (["“\(arm.name)” takes none of what “\(sensor.name)” is sent for a frame"], false)
        case (.arm(let arm), .fence(let fence)):
            if arm.fence != nil { return (["“\(arm.name)” has a `fence` of its own"], true) }
            if let problem = arm.fenceProblem { return (["“\(arm.name)”: \(problem)"], true) }
            guard let found = arm.intrusion(into: fence) else {
                return (["“\(arm.name)” stands outside of this fence"], false)
            }
            let name = SafeText.escaped(fence.regions[found.region].name)
            return (["\(found.words) the fence “\(name)” \(found.when)"], true)
        default: return nil
        }
    }

    private static func fit(_ sensor: Sensor, _ graph: Graph) -> (lines: [String], isWrong: Bool) {
        let streams = sensor.descriptions
        // What messages describe is known once they come.
        guard !streams.isEmpty else {
            return (
                [
                    "“\(sensor.name)” describes its streams in its messages; “\(graph.name)” takes \(graph.streamsText) "
                        + "of them"
                ], false
            )
        }
        if let problem = graph.problem(with: streams) ?? graph.silenceProblem(with: streams) {
            return ([problem], true)
        }
        return (["“\(graph.name)” takes what “\(sensor.name)” gives"], false)
    }

    /// How a sensor's file fits the graph that it names, which is searched for beside it; nil: it is no sensor's, or
    /// names none.
    /// - Throws: that there is no such graph, or what is wrong with it.
    public func fitOfNamedGraph(in library: Library) throws(FileError) -> (lines: [String], isWrong: Bool)? {
        guard case .sensor(let sensor) = content, let name = sensor.graph, name != "none" else { return nil }
        return Self.fit(sensor, try library.graph(Library.path(name, beside: file)).value)
    }
}

extension Library {
    /// What `waldo check FILE...` prints for one file or name: the bytes of an arm, the inputs that move each control
    /// of a mapping, the messages of a sensor, the nodes of a graph. A name of the library is checked in every kind
    /// that has it.
    /// - Throws: what is wrong with the file first, or that it cannot be found or read.
    public func check(_ argument: String) throws(FileError) -> [CheckedFile] {
        var files: [CheckedFile] = []
        for source in try sources(argument) { files.append(try Self.check(source.text, source.file)) }
        return files
    }

    /// What `check` finds, with every fault of a file that is wrong. For invalid YAML, only the first error.
    public func examine(_ argument: String) -> Examination {
        var found = Examination()
        do throws(FileError) {
            for source in try sources(argument) {
                do throws(FileError) {
                    found.files.append(try Self.check(source.text, source.file) { found.faults += $0 })
                } catch { found.faults.append(error) }
            }
        } catch { found.faults.append(error) }
        for file in found.files {
            guard case .settings(let defaults) = file.content, let settings = try? Settings(file: defaults) else {
                continue
            }
            found.faults += problems(of: settings)
        }
        return found
    }

    private func sources(_ argument: String) throws(FileError) -> [(text: String, file: String)] {
        guard !Self.isPath(argument) else { return [(try FileText.read(argument), InputFile.name(argument))] }
        let found = [
            try named(argument, .mappings), try named(argument, .sensors), try named(argument, .graphs),
            try named(argument, .arms),
        ].compactMap(\.self)
        if argument + ".yaml" == SettingsFile.name, let directory,
            let text = try OperatorFile.read(SettingsFile.name, in: directory)
        {
            return found + [(text, "\(directory)/\(SettingsFile.name)")]
        }
        guard found.isEmpty else { return found }
        let names =
            mappings().map(\.name) + sensors().map(\.name) + graphs().map(\.name) + arms().map(\.name)
        throw FileError(
            file: SafeText.escaped(argument),
            "no arm, mapping, sensor or graph has this name"
                + Self.hint(argument, among: names, then: "for a file give its path, with `/` or `.yaml`"))
    }

    private func named<Value>(
        _ name: String, _ kind: FileKind<Value>
    ) throws(FileError) -> (text: String, file: String)? {
        guard entries(kind).contains(where: { $0.name == name }) else { return nil }
        return try find(name, kind)
    }

    /// Reads a file.
    /// - Parameter others: gets the faults before the last one, which is thrown; nil: the reader's first is thrown.
    private static func check(
        _ text: String, _ file: String, others: (([FileError]) -> Void)? = nil
    ) throws(FileError) -> CheckedFile {
        let head = SafeText.escaped(file, upTo: .max) + ": "
        let isEmpty = try YamlDocument.optionalRoot(of: text, file: file) == nil
        let home = Settings.environment["HOME"]
        func checked(_ settings: SettingsFile) -> CheckedFile {
            CheckedFile(report: head + SettingsCheck.text(settings), content: .settings(settings), file: file)
        }
        if isEmpty, SettingsFile.isNamed(file) { return checked(try SettingsFile(text, path: file, home: home)) }
        let root = try YamlDocument.root(of: text, file: file)
        guard root.isMapping else {
            throw root.error(
                "the file is \(root.found); expected the keys of an arm, a mapping, a sensor, a graph or a fence")
        }
        func read<Value>(_ reader: @escaping (YamlValue) throws(FileError) -> Value) throws(FileError) -> Value {
            do throws(FileError) { return try reader(root) } catch {
                guard let others else { throw error }
                let all = FaultSearch.faults(in: root) { (tree) throws(FileError) in _ = try reader(tree) }
                guard let last = all.last else { throw error }
                others(all.dropLast())
                throw last
            }
        }
        switch try YamlDocument.subject(of: root, file: file) {
        case .arm:
            let arm = try read { (tree) throws(FileError) in try ArmReader.arm(at: tree) }
            return CheckedFile(report: head + ArmCheck.text(arm), content: .arm(arm), file: file)
        case .sensor:
            let sensor = try read { (tree) throws(FileError) in try SensorReader.sensor(at: tree) }
            return CheckedFile(report: head + SensorCheck.text(sensor), content: .sensor(sensor), file: file)
        case .graph:
            let graph = try read { (tree) throws(FileError) in try GraphReader.graph(at: tree) }
            return CheckedFile(report: head + GraphCheck.text(graph), content: .graph(graph), file: file)
        case .mapping:
            let mapping = try read { (tree) throws(FileError) in try MappingReader.mapping(at: tree) }
            return CheckedFile(report: head + MappingCheck.text(mapping), content: .mapping(mapping), file: file)
        case .settings:
            return checked(
                try read { (tree) throws(FileError) in try SettingsFile(at: tree, path: file, home: home) })
        case .fence:
            let fence = try read { (tree) throws(FileError) in try FenceReader().fence(tree) }
            return CheckedFile(report: head + FenceCheck.text(fence), content: .fence(fence), file: file)
        }
    }
}
