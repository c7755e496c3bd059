/// Reads the lines of one device of a bGeigie log with several: each line of the log is one of exactly one device.
///
/// Lines before the first measurement, and from a comment on, belong to the device that measures next, as the header of
/// its log does. All others belong to the device that measured last: what is damaged, most likely was its.
public final class BGeigieDeviceLog: LoggedLines {
    /// How many lines wait for the device that measures next, at most.
    private static let mostWaiting = 4096

    private let log: BGeigieLogReader
    private let device: String, devices: Set<String>
    private let marks: [[UInt8]]
    private var latest: String
    private var hasMeasured = false, isLast = false
    /// Lines whose device is not known yet, and those that are given next.
    private var waiting: [LoggedLine] = [], ready: [LoggedLine] = [], given = 0

    /// Opens a log.
    /// - Parameters:
    ///   - device: the number of the device whose lines are read.
    ///   - devices: all of the log; see `BGeigieDevices`.
    ///   - marks: what a line of measurements begins with, up to the number.
    /// - Throws: that it cannot be opened, or is no regular file.
    public init(
        _ path: String, device: String, of devices: [String], marks: [[UInt8]] = BGeigieLogFacts.marks
    ) throws(FileError) {
        log = try BGeigieLogReader(path)
        self.device = device
        self.marks = marks
        self.devices = Set(devices)
        latest = devices.first ?? device
    }

    /// The part of the file that has been read, 0...1.
    public var progress: Double { log.progress }

    /// The device's next line; nil behind its last.
    /// - Throws: that the file cannot be read.
    public func next() throws(FileError) -> LoggedLine? {
        while given == ready.count {
            ready.removeAll(keepingCapacity: true)
            given = 0
            guard !isLast else { return nil }
            if let line = try log.next() {
                take(line)
            } else {
                isLast = true
                release(to: latest)
            }
        }
        given += 1
        return ready[given - 1]
    }

    private func take(_ line: LoggedLine) {
        if let number = BGeigieDevices.number(of: line, marks)?.number, devices.contains(number) {
            release(to: number)
            (latest, hasMeasured) = (number, true)
            if number == device { ready.append(line) }
        } else if !waiting.isEmpty || line.isComment || !hasMeasured {
            waiting.append(line)
            if waiting.count == Self.mostWaiting { release(to: latest) }
        } else if latest == device {
            ready.append(line)
        }
    }

    private func release(to number: String) {
        if number == device { ready += waiting }
        waiting.removeAll(keepingCapacity: true)
    }
}
