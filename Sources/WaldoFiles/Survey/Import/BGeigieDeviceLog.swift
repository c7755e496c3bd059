import WaldoCore
public import WaldoSurvey

/// Reads the lines of one device of a bGeigie log with several: each line of the log is one of exactly one device.
///
/// Lines before the first measurement, and from a comment on, belong to the device that measures next, as the header of
/// its log does. All others belong to the device that measured last: what is damaged, most likely was its.
public final class BGeigieDeviceLog: LoggedLines {
    /// How many lines wait for the device that measures next, at most.
    private static let maxWaiting = 4096

    private let log: any LoggedLines
    private let device: String, devices: Set<String>
    private let marks: [[UInt8]]
    private var latest: String
    private var hasMeasured = false, isLast = false
    /// Lines whose device is not known yet, and those that are given next.
    private var waiting: [LoggedLine] = [], ready: [LoggedLine] = [], delivered = 0

    /// Begins to read.
    /// - Parameters:
    ///   - log: the lines of all devices.
    ///   - device: the number of the device whose lines are read.
    ///   - devices: all of the log; see `BGeigieDevices`.
    ///   - bGeigie: the sensor whose marks the lines of measurements begin with.
    public init(_ log: any LoggedLines, device: String, of devices: [String], as bGeigie: Sensor) {
        self.log = log
        self.device = device
        self.devices = Set(devices)
        marks = BGeigieLogFacts.marks(of: bGeigie)
        latest = devices.first ?? device
    }

    /// The part of the file that has been read, 0...1.
    public var progress: Double { log.progress }

    /// The device's next line; nil behind its last.
    /// - Throws: that the file cannot be read.
    public func next() throws(FileError) -> LoggedLine? {
        while delivered == ready.count {
            ready.removeAll(keepingCapacity: true)
            delivered = 0
            guard !isLast else { return nil }
            if let line = try log.next() {
                add(line)
            } else {
                isLast = true
                release(to: latest)
            }
        }
        delivered += 1
        return ready[delivered - 1]
    }

    private func add(_ line: LoggedLine) {
        if let number = BGeigieDevices.number(of: line, marks)?.number, devices.contains(number) {
            release(to: number)
            (latest, hasMeasured) = (number, true)
            if number == device { ready.append(line) }
        } else if !waiting.isEmpty || !hasMeasured || !line.isFurther && line.bytes.first == UInt8(ascii: "#") {
            waiting.append(line)
            if waiting.count == Self.maxWaiting { release(to: latest) }
        } else if latest == device {
            ready.append(line)
        }
    }

    private func release(to number: String) {
        if number == device { ready += waiting }
        waiting.removeAll(keepingCapacity: true)
    }
}
