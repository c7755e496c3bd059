import WaldoCore
public import WaldoSurvey

/// Files that other files name.
extension Library {
    /// The graph that a sensor's file names: a path is relative to the directory of that file.
    /// - Parameter sensor: the sensor's name or path.
    /// - Throws: that there is no such file, or what is wrong with it.
    public func graph(
        _ argument: String, besideSensor sensor: String
    ) throws(FileError) -> (value: Graph, source: SourceText) {
        let file = Self.isPath(sensor) ? sensor : path(sensor, .sensors) ?? ""
        return try graph(Self.path(argument, beside: file))
    }

    /// What an argument in a file refers to: a path that is not absolute to a path beside the file.
    static func path(_ argument: String, beside file: String) -> String {
        guard isPath(argument), !argument.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return argument }
        let path = argument.hasPrefix("./") ? argument.dropFirst(2) : argument[...]
        return String(file[...slash] + path)
    }
}
