import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSimulator
import WaldoTime

/// The recording of one proved drive, as that of a real one; the faults are notes in it. The drive is cut off where the
/// proof no longer looks.
@LoopActor
final class ProofRecording: @LoopActor ProofRecorder {
    /// More than the longest drive needs, since the writer does not wait for its thread.
    private static let capacity = 1 << 24

    private let path: String
    private let file: ExportFile
    private let writer: LineWriter
    private let arm: Arm
    /// The names of the mapping's controls.
    private let controls: [String]

    /// Begins a recording.
    /// - Throws: `ExportError` when the file cannot be created, `SystemFailure` when the writer's thread cannot be
    ///   started.
    init(_ run: ProofRun, seed: UInt64, to path: String) throws {
        self.path = path
        file = try ExportFile(path)
        writer = try LineWriter(to: file.duplicate(), capacity: Self.capacity, whenFull: .endWithOneFailure) { _ in }
        arm = run.arm
        controls = run.mapping.controls.map(\.name)
        let input = InputIdentity(bus: 0, vendor: 0, product: 0, version: 0, port: "proof", name: "proof \(seed)")
        writer.header(
            RecordingHeader(
                version: Version.current, started: WallClock.now(), arm: run.armSource, mapping: run.mappingSource,
                input: input))
    }

    /// Gives the whole recording its name.
    /// - Throws: `ExportError` or `Failure` when it cannot be written.
    func finish() throws {
        guard writer.finish(within: .seconds(20)) else {
            throw Failure(
                .output,
                "\(SafeText.escaped(path, upTo: .max)): the recording could not be written; make room, or record "
                    + "elsewhere")
        }
        try file.finish()
    }

    func failed(_ fault: ProofFault, at time: Instant) {
        writer.beginEvent(.note, at: time - .clockStart)
        writer.field("detail", quoted: fault.rawValue)
        writer.endObject()
    }

    func step(_ event: DriveEvent, at time: Instant, due: Instant?) {
        writer.step(event, at: time, due: due, controls: controls)
    }

    func sent(_ command: Command, at time: Instant, _ outcome: WriteOutcome, _ stateMachine: DriveStateMachine) {
        let all = arm.frame == nil ? nil : stateMachine.allWritten
        writer.command(
            RecordedCommand(at: time, command: command, outcome: outcome, all: all),
            channel: arm.profiles[command.channel].name)
    }

    func sent(_ bytes: Frame, at time: Instant, _ outcome: WriteOutcome) {
        writer.sentBytes(RecordedBytes(at: time, bytes: bytes, outcome: outcome))
    }
}
