import WaldoCore
import WaldoSurvey

/// How the library finds and reads one kind of file.
struct FileKind<Value: Sendable>: Sendable {
    /// What messages call one.
    let word: String
    /// Their subdirectory of the operator's directory; empty for none.
    let subdirectory: String
    let shipped: [(name: String, text: String)]
    let read: @Sendable (_ text: String, _ file: String) throws(FileError) -> Value
}

extension FileKind<Arm> {
    static let arms = FileKind(
        word: "arm", subdirectory: "arms", shipped: ShippedFiles.arms,
        read: { (text, file) throws(FileError) in try ArmReader.arm(from: text, file: file) })
}

extension FileKind<Sensor> {
    static let sensors = FileKind(
        word: "sensor", subdirectory: "sensors", shipped: ShippedFiles.sensors,
        read: { (text, file) throws(FileError) in try SensorReader.sensor(from: text, file: file) })
}

extension FileKind<Graph> {
    static let graphs = FileKind(
        word: "graph", subdirectory: "graphs", shipped: ShippedFiles.graphs,
        read: { (text, file) throws(FileError) in try GraphReader.graph(from: text, file: file) })
}

extension FileKind<Mapping> {
    static let mappings = FileKind(
        word: "mapping", subdirectory: "", shipped: ShippedFiles.mappings,
        read: { (text, file) throws(FileError) in try MappingReader.mapping(from: text, file: file) })
}
