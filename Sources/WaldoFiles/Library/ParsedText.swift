public import WaldoCore

/// Parses files that are kept as text elsewhere: in a recording or a survey's store.
public enum ParsedText {
    /// A sensor.
    /// - Parameter name: what messages call the text.
    /// - Throws: what is wrong with it.
    public static func sensor(_ text: String, named name: String) throws(FileError) -> Sensor {
        try SensorReader.sensor(from: text, file: name)
    }

    /// A graph.
    /// - Parameter name: what messages call the text.
    /// - Throws: what is wrong with it.
    public static func graph(_ text: String, named name: String) throws(FileError) -> Graph {
        try GraphReader.graph(from: text, file: name)
    }

    /// An arm.
    /// - Parameter name: what messages call the text.
    /// - Throws: what is wrong with it.
    public static func arm(_ text: String, named name: String) throws(FileError) -> Arm {
        try ArmReader.arm(from: text, file: name)
    }
}
