import WaldoCore
import WaldoFiles
import WaldoSimulator
import WaldoSurvey
import WaldoTime

/// Repeats the simulation of a recorded drive from the commands that it was sent, and compares what its sensor notifies
/// with what was recorded.
struct SimulationVerification {
    /// How a notification differs.
    struct Difference {
        let at: Instant
        /// The recorded message and that of today; nil: there is none.
        let recorded: [UInt8]?, today: [UInt8]?
    }

    private var link: SimulatedLink
    private var today: [(at: Instant, bytes: [UInt8], by: Simulation.Sender)] = []
    private var next = 0
    private let armCharacteristic: BluetoothUUID?, sensorCharacteristic: BluetoothUUID?
    /// When the drive ended; nil: the recording was cut off before.
    private var end: Instant?
    /// A message that was due so shortly before the end may not have been handed on any more.
    private static let slack: TimeSpan = .milliseconds(500)
    /// Notifications compared so far.
    private(set) var count = 0

    /// A verification from the recording's beginning; nil: the drive was not simulated.
    /// - Throws: `FileError` for options or a sensor that cannot be read.
    init?(_ header: RecordingHeader, arm: Arm, path: String) throws(FileError) {
        guard case .simulation(let text, let source)? = header.link else { return nil }
        let options: SimulationOptions
        do { options = try SimulationOptions(text) } catch {
            throw FileError(file: path, line: 1, column: 1, "`simulation` cannot be read: \(error.sentence)")
        }
        let sensor = try source.map { (source) throws(FileError) in
            try ParsedText.sensor(source.text, named: "\(path), the sensor in it")
        }
        armCharacteristic = arm.simulatedCharacteristic
        sensorCharacteristic = sensor?.hears.notify.first ?? armCharacteristic
        link = SimulatedLink(arm, sensor: sensor, options, at: .clockStart)
    }

    /// Takes the recording's next line; returns how a notification differs.
    mutating func compare(_ line: RecordedLine) -> Difference? {
        switch line {
        case .command(let recorded) where recorded.outcome.isSent:
            write(recorded.command.frame, at: recorded.at)
        case .bytes(let recorded) where recorded.outcome.isSent:
            write(recorded.bytes, at: recorded.at)
        case .notification(let recorded): return compare(recorded)
        case .event(let event): if event.name == .end { end = event.at }
        case .step, .command, .bytes: break
        }
        return nil
    }

    /// Checks the recording's end: no message is missing there.
    mutating func finish() -> Difference? {
        guard let end else { return nil }
        advance(to: end - Self.slack)
        guard next < today.count, today[next].at <= end - Self.slack else { return nil }
        return Difference(at: today[next].at, recorded: nil, today: today[next].bytes)
    }

    private mutating func advance(to time: Instant) {
        link.advance(to: time) {
            if case .notified(let frame, let sender) = $1 { today.append(($0, frame.bytes, sender)) }
        }
    }

    private mutating func compare(_ recorded: RecordedNotification) -> Difference? {
        count += 1
        if next == today.count { advance(to: recorded.at) }
        guard next < today.count else { return Difference(at: recorded.at, recorded: recorded.bytes, today: nil) }
        let expected = today[next]
        next += 1
        if next == today.count {
            today.removeAll(keepingCapacity: true)
            next = 0
        }
        // Older recordings have the sensor's characteristic for the arm's answers too.
        let possible = expected.by == .arm ? [armCharacteristic, sensorCharacteristic] : [sensorCharacteristic]
        guard expected.at == recorded.at, expected.bytes == recorded.bytes,
            recorded.characteristic == nil || possible.contains(recorded.characteristic)
        else {
            return Difference(at: recorded.at, recorded: recorded.bytes, today: expected.bytes)
        }
        return nil
    }

    private mutating func write(_ frame: Frame, at time: Instant) {
        _ = link.write(frame, at: time) {
            if case .notified(let frame, let sender) = $1 { today.append(($0, frame.bytes, sender)) }
        }
    }
}
