import Testing
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// A recording of a synthetic drive of any length: the shipped arm, a trigger that moves every 10 ms, a stop, a resume,
/// a link loss of two seconds, and a notification of the shield.
@LoopActor
struct SampleDrive {
    /// Microseconds since 1970.
    nonisolated static let started: Int64 = 1_795_246_842_087_856
    /// The written commands in order, and the expected counts.
    private(set) var commands: [RecordedCommand] = []
    private(set) var halts = 0

    private var stateMachine: DriveStateMachine
    private var deadline: Instant?
    private var now: Instant = 0
    private let writer: LineWriter

    /// Writes the recording.
    /// - Parameters:
    ///   - path: where the recording is written.
    ///   - reports: how many input reports the operator makes.
    /// - Throws: when the shipped files cannot be read or the recording cannot be written.
    init(to path: String, reports: Int) throws {
        let library = Library(directory: nil)
        let arm = try library.arm("robot"), mapping = try library.mapping("gamepad")
        stateMachine = DriveStateMachine(arm: arm.value, mapping: mapping.value)
        writer = try LineWriter(to: RecordingFile.create(path), capacity: 1 << 24, whenFull: .endWithOneFailure) {
            Issue.record("the recording ended: \($0)")
        }
        let input = InputIdentity(bus: 3, vendor: 1, product: 2, version: 3, port: "usb-1", name: "a “pad”")
        writer.header(
            RecordingHeader(
                version: "0.1.0", started: Self.started, arm: arm.source, mapping: mapping.source, input: input))
        drive(reports)
        #expect(writer.finish(within: .seconds(20)))
    }

    private mutating func drive(_ reports: Int) {
        event("link", "connected")
        handle(.link(.up(takenOver: false)))
        handle(.inputAdded(.padAtRest))
        advance(.seconds(1))
        for index in 0..<reports {
            handle(.input(.axis(Code.rz, Int32(40 + index % 200))))
            handle(.input(.report(more: false)))
            advance(.milliseconds(10))
        }
        handle(.operator(.stop))
        handle(.input(.axis(Code.rz, 0)))
        handle(.input(.report(more: false)))
        advance(.seconds(1))
        handle(.operator(.resume))
        handle(.link(.down))
        advance(.seconds(2))
        handle(.link(.up(takenOver: false)))
        advance(.seconds(1))
        writer.notification(
            RecordedNotification(at: now, characteristic: BluetoothUUID("ffe1"), bytes: Array("ok,\"\n".utf8)))
        handle(.shutdown)
        advance(.seconds(1))
        writer.beginObject()
        writer.field("event", word: "end")
        writer.field("t", now.microseconds)
        writer.field("status", 0)
        writer.endObject()
    }

    private mutating func advance(_ span: TimeSpan) {
        let end = now + span
        while let deadline, deadline <= end {
            now = max(now, deadline)
            handle(.deadline)
        }
        now = end
    }

    private mutating func handle(_ taken: DriveEvent) {
        let step = stateMachine.step(taken, at: now)
        writer.step(
            taken, at: now, due: taken == .deadline ? deadline : nil,
            controls: stateMachine.mapping.controls.map(\.name))
        deadline = step.deadline
        if step.notices.contains(.stop) { event("stop", "page") }
        if step.notices.contains(.halt), let reason = stateMachine.lastHalt {
            halts += 1
            event("halt", reason.name)
        }
        if step.notices.contains(.resume) { event("resume") }
        if let command = step.command {
            commands.append(RecordedCommand(at: now, command: command))
            writer.command(commands.last!, channel: "\(command.channel)")
        }
        if let deadline, deadline <= now { handle(.deadline) }
    }

    private func event(_ event: StaticString, _ state: StaticString = "") {
        writer.beginObject()
        writer.field("event", word: event)
        writer.field("t", now.microseconds)
        switch "\(event)" {
        case "halt": writer.field("reason", word: state)
        case "stop": writer.field("by", word: state)
        default: writer.field("state", word: state)
        }
        writer.endObject()
    }
}

private func == (a: StaticString, b: StaticString) -> Bool { "\(a)" == "\(b)" }
