public import WaldoCore
public import WaldoSurvey

/// Parses files that are kept as text elsewhere: in a recording or a survey's store.
public enum ParsedText {
    /// A sensor.
    /// - Parameter name: what messages call the text.
    /// - Throws: what is wrong with it.
    public static func sensor(_ text: String, named name: String) throws(FileError) -> Sensor {
        try check(text, name)
        return try SensorReader.sensor(from: text, file: name)
    }

    /// A graph.
    /// - Parameter name: what messages call the text.
    /// - Throws: what is wrong with it.
    public static func graph(_ text: String, named name: String) throws(FileError) -> Graph {
        try check(text, name)
        return try GraphReader.graph(from: text, file: name)
    }

    /// An arm.
    /// - Parameter name: what messages call the text.
    /// - Throws: what is wrong with it.
    public static func arm(_ text: String, named name: String) throws(FileError) -> Arm {
        try check(text, name)
        return try ArmReader.arm(from: text, file: name, isRecorded: true)
    }

    /// The longest text in bytes. The sensor of a table with many columns is longer than a file may be.
    private static let limit = 4 * FileText.limit

    private static func check(_ text: String, _ name: String) throws(FileError) {
        guard text.utf8.count > limit else { return }
        throw FileError(
            file: name, "the text has \(text.utf8.count) bytes; it may have \(limit): restore the file from a copy")
    }
}
