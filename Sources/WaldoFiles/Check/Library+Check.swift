public import WaldoCore

/// A file that is right: what it means, and what it describes.
public struct CheckedFile: Sendable {
    /// What `waldo check` prints of it.
    public var report: String
    /// The arm; nil for another file.
    public var arm: Arm?
    /// The mapping; nil for another file.
    public var mapping: Mapping?
    /// The sensor; nil for another file.
    public var sensor: Sensor?
}

extension CheckedFile {
    /// How an arm and a mapping of these files fit: one sentence each for what moves nothing and what nothing moves,
    /// and whether it is wrong to drive them together.
    public static func fit(_ arm: Arm, _ mapping: Mapping) -> (lines: [String], isWrong: Bool) {
        if let problem = arm.problem(with: mapping) { return ([problem], true) }
        let lines = arm.mismatches(with: mapping)
        return (lines.isEmpty ? ["“\(mapping.name)” moves all of “\(arm.name)”"] : lines, false)
    }
}

extension Library {
    /// What `waldo check FILE...` prints for one file or name: the bytes of an arm, the inputs that move each control of
    /// a mapping, the messages of a sensor. A name of several kinds is taken as the mapping's, then as the sensor's.
    /// - Throws: what is wrong with the file, or that it cannot be found or read.
    public func check(_ argument: String) throws(FileError) -> CheckedFile {
        let source: (text: String, file: String)
        if Self.isPath(argument) {
            source = (try FileText.read(argument), argument)
        } else if mappings().contains(where: { $0.name == argument }) {
            source = try find(argument, .mappings)
        } else if sensors().contains(where: { $0.name == argument }) {
            source = try find(argument, .sensors)
        } else {
            source = try find(argument, .arms)
        }
        let head = SafeText.escaped(source.file, upTo: .max) + ": "
        switch try YamlDocument.subject(of: source.text, file: source.file) {
        case .arm:
            let arm = try ArmReader.arm(from: source.text, file: source.file)
            return CheckedFile(report: head + ArmReport.text(arm), arm: arm)
        case .sensor:
            let sensor = try SensorReader.sensor(from: source.text, file: source.file)
            return CheckedFile(report: head + SensorReport.text(sensor), sensor: sensor)
        case .mapping, .graph:
            let mapping = try MappingReader.mapping(from: source.text, file: source.file)
            return CheckedFile(report: head + MappingReport.text(mapping), mapping: mapping)
        }
    }
}
