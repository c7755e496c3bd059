import Glibc
import WaldoCore
import WaldoLoop

/// The peripherals that sensors were heard from, in the operator's `sensors.list`: without a name, only these are used
/// again. One a sensor; a line that cannot be read is passed over, and kept.
///
/// The file is in `$XDG_STATE_HOME/waldo/`, by default `~/.local/state/waldo/`.
public struct KnownSensors: Sendable {
    /// The operator's state directory; nil when there is none, and nothing is then remembered.
    public let directory: String?

    /// The list in this directory, by default the one that the environment gives.
    public init(directory: String? = KnownSensors.directoryOfOperator()) { self.directory = directory }

    /// `$XDG_STATE_HOME/waldo`, else `~/.local/state/waldo`. A relative path is ignored, as the XDG Base Directory
    /// Specification requires.
    public static func directoryOfOperator() -> String? {
        func absolute(_ name: String) -> String? {
            guard let value = getenv(name), value[0] == CChar(UInt8(ascii: "/")) else { return nil }
            return String(cString: value)
        }
        return (absolute("XDG_STATE_HOME") ?? absolute("HOME").map { $0 + "/.local/state" }).map { $0 + "/waldo" }
    }

    /// The file's path; nil when there is no state directory.
    public var path: String? { directory.map { "\($0)/sensors.list" } }

    // MARK: reading

    /// All that are remembered, in the order in which they came.
    /// - Throws: that the file is there and cannot be read.
    public func list() throws(FileError) -> [KnownSensor] {
        var all: [KnownSensor] = []
        for line in try lines() {
            guard let one = KnownSensor(line: line), !all.contains(where: { $0.sensor == one.sensor }) else { continue }
            all.append(one)
        }
        return all
    }

    /// The address of the peripheral that is remembered for a sensor; nil: none is.
    /// - Throws: that the file is there and cannot be read.
    public func address(of sensor: String) throws(FileError) -> String? {
        try list().first { $0.sensor == sensor }?.address
    }

    // MARK: changing

    /// Remembers a peripheral for a sensor, in place of an earlier one.
    /// - Throws: that there is no state directory, that the file cannot be written, or that a line of it cannot hold
    ///   the name and the address.
    public func remember(_ address: String, for sensor: String) throws(FileError) {
        let one = KnownSensor(sensor: sensor, address: address.uppercased())
        guard let path else {
            throw FileError(file: "sensors.list", "neither XDG_STATE_HOME nor HOME names a directory; set one of them")
        }
        guard one.isWritable else {
            let shown = "`\(SafeText.escaped(sensor)) \(SafeText.escaped(address))`"
            throw FileError(file: path, "\(shown) cannot be remembered; give the sensor's file a plain name")
        }
        guard try self.address(of: sensor) != one.address else { return }
        try replace(by: linesWithout(sensor) + [one.line], path)
    }

    /// Forgets the peripheral of a sensor.
    /// - Returns: whether one was remembered.
    /// - Throws: that the file is there and cannot be read or written.
    public func forget(_ sensor: String) throws(FileError) -> Bool {
        guard let path, try address(of: sensor) != nil else { return false }
        try replace(by: linesWithout(sensor), path)
        return true
    }

    // MARK: the file

    private func linesWithout(_ sensor: String) throws(FileError) -> [String] {
        try lines().filter { KnownSensor(line: $0)?.sensor != sensor }
    }

    private func lines() throws(FileError) -> [String] {
        guard let path, access(path, F_OK) == 0 else { return [] }
        return try FileText.read(path).split(separator: "\n").map(String.init)
    }

    /// Replaces the file in one step, so that a reader finds the old list or the new one.
    private func replace(by lines: [String], _ path: String) throws(FileError) {
        func failure(_ code: CInt) -> FileError {
            let reason = String(cString: strerror(code))
            return FileError(file: path, "this file cannot be written (\(reason)); look at its directory")
        }
        guard let directory, makeDirectory(directory) else { throw failure(errno) }
        let text = lines.map { $0 + "\n" }.joined()
        do { try PrivateFile.write(Array(text.utf8), to: path, replaces: true) } catch { throw failure(error.code) }
    }

    /// Makes the directory and those above it, for the operator alone.
    private func makeDirectory(_ path: String) -> Bool {
        guard mkdir(path, 0o700) != 0 else { return true }
        if errno == EEXIST { return true }
        guard errno == ENOENT, let end = path.lastIndex(of: "/"), end > path.startIndex else { return false }
        return makeDirectory(String(path[..<end])) && mkdir(path, 0o700) == 0
    }
}
