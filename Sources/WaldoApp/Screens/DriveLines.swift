import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTeleop
import WaldoTime

/// Writes a drive as the JSON Lines of `--plain`: the commands that were sent, and events.
@LoopActor
final class DriveLines: DriveScreen {
    private let writer: LineWriter
    private let start: Instant
    private let events: DriveEventLines
    private weak var drive: Drive?
    @exclusivity(unchecked) private var delivery = DeliveryGauge()
    /// The names of the arm's channels, by their indices.
    @exclusivity(unchecked) private var channels: [QuotedText] = []

    /// - Parameter link: what carries the commands, if the first line is to state it.
    init(_ writer: LineWriter, start: Instant, link: RecordingHeader.Link? = nil) {
        self.writer = writer
        self.start = start
        events = DriveEventLines(writer, start: start)
        writer.start(pid: getpid(), link: link)
    }

    func begin(_ drive: Drive) {
        self.drive = drive
        delivery.begin(drive)
        events.begin(drive)
    }

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        if case .link(.failsafe(let sent)) = event { events.failsafe(sent, at: drive.time) }
        delivery.handled(event, drive)
    }

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {
        guard outcome.isSent else { return }
        delivery.wrote(outcome, drive)
        writer.reportDroppedLines()
        if channels.isEmpty { channels = drive.stateMachine.arm.profiles.list.map { QuotedText($0.name) } }
        writer.command(
            t: drive.time - start, channel: channels[command.channel.index], value: command.value,
            decimals: command.decimals, bytes: command.frame)
    }

    func drive(_ drive: Drive, sentBytes bytes: Frame, outcome: WriteOutcome) {
        if outcome.isSent { events.sentBytes(bytes, outcome, at: drive.time) }
    }

    func report(_ report: DriveReport, _ status: DriveStatus) {
        if case .ended = report, let drive, let spans = delivery.spans(of: drive) { events.delivered(spans) }
        events.report(report)
        if case .ended = report { writer.finish(within: .milliseconds(500)) }
    }
}
