import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTeleop
import WaldoTime

/// Writes the lines of a recording: the state machine's steps, its commands with their outcomes, and events.
@LoopActor
final class DriveRecorder: DriveScreen {
    private let writer: LineWriter
    private let events: DriveEventLines
    /// The names of the mapping's controls.
    private var names: [String] = []

    init(_ writer: LineWriter, start: Instant, _ header: RecordingHeader) {
        self.writer = writer
        events = DriveEventLines(writer, start: start)
        writer.header(header)
    }

    func begin(_ drive: Drive) { events.begin(drive) }

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        let due = event == .deadline ? drive.due.map(events.recorded) : nil
        if names.isEmpty { names = drive.stateMachine.mapping.controls.map(\.name) }
        writer.step(event, at: events.recorded(drive.time), due: due, controls: names)
    }

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {
        var recorded = RecordedCommand(at: events.recorded(drive.time), command: command, outcome: outcome)
        if drive.stateMachine.arm.frame != nil { recorded.all = drive.stateMachine.allWritten }
        writer.command(recorded, channel: drive.stateMachine.arm.profiles[command.channel].name)
    }

    func drive(_ drive: Drive, sentBytes bytes: Frame, outcome: WriteOutcome) {
        events.sentBytes(bytes, outcome, at: drive.time)
    }

    func report(_ report: DriveReport, _ status: DriveStatus) { events.report(report) }

    /// Records what a sensor with a peripheral of its own sends.
    func notified(_ notification: Notification) { events.notified(notification) }
}
