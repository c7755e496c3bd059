import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp
@testable import WaldoTeleop

/// A motion frame of a recording or of its replay.
struct MotionFrame: Equatable, CustomStringConvertible {
    var at: Instant
    var bytes: [UInt8]

    var description: String { "\(at.microseconds) \(SafeText.plain(bytes) ?? HexText.text(of: bytes))" }

    /// The motion frames of a recording, in order.
    /// - Throws: what is wrong with it.
    static func list(_ path: String) throws -> [MotionFrame] {
        let reader = try RecordingReader(path), header = reader.header
        var frames: [MotionFrame] = []
        var timeline = PlaybackTimeline(
            arm: reader.arm,
            zeros: ZeroTrace(
                arm: reader.arm, mapping: reader.mapping, isPlayed: header.isPlayed,
                startIsConfirmed: header.position != nil,
                rules: header.rules))
        while let line = try reader.next() {
            var isMotion = false
            timeline.add(line) { if $0.isMotion { isMotion = true } }
            guard isMotion, case .command(let sent) = line else { continue }
            frames.append(MotionFrame(at: sent.at, bytes: sent.command.frame.bytes))
        }
        return frames
    }
}

/// A replay whose clock moves by itself: nothing is late, so that its frames have the very times of the recording.
@LoopActor
final class VirtualReplay: DriveObserver, PlayerDelegate {
    /// The motion frames that were sent.
    private(set) var motions: [MotionFrame] = []
    /// What ended it; nil: it came to its end.
    var end: PlaybackEnd? { drive.stateMachine.playbackEnd }
    private var drive: Drive!
    private var isZero = false
    private var now = Monotonic.now() + .seconds(36_000)
    private var isOver = false
    private var rest: ArraySlice<PlaybackTimeline.Moment>

    /// Replays a recording.
    /// - Throws: what is wrong with it.
    init(_ path: String) throws {
        let plan = try ReplayPlan(path, from: nil, until: nil, rate: 1, loops: false)
        let arm = plan.placed(plan.arm), reader = try RecordingReader(path)
        try reader.seek(to: plan.entry.position)
        var timeline = plan.entry.timeline, moments: [PlaybackTimeline.Moment] = []
        while let line = try reader.next() { timeline.add(line) { moments.append($0) } }
        rest = moments[...]
        drive = Drive(
            DriveStateMachine(arm: arm, mapping: plan.mapping, isPlayed: true, startIsConfirmed: plan.places(arm)),
            link: OverrideLink(), clock: { [unowned self] in now }, suspended: { .zero }, isContinued: { false })
        drive.add(self)
        let player = Player(
            arm, from: plan.from, numbers: plan.entry.timeline.numbers, rate: 1, sendsFrames: true,
            delegate: self, clock: { [unowned self] in now })
        drive.handle(.link(.up(takenOver: false)))
        drive.handle(.inputAdded(InputState()))
        // The arm is where it was as it was recorded.
        if let reported = try Self.reported(in: path) { drive.handle(.reported(reported)) }
        while drive.stateMachine.isBeginning, let next = drive.deadline {
            now = max(now, next)
            drive.handle(.deadline)
        }
        player.begin(at: now + .milliseconds(300))
        while end == nil, !isOver || !drive.stateMachine.hasSentAll {
            guard let next = Instant.earlier(drive.deadline, isOver ? nil : player.deadline) else { break }
            now = max(now, next)
            if let deadline = drive.deadline, deadline <= now { drive.handle(.deadline) } else { player.fired() }
        }
        player.close()
        drive.close()
    }

    /// Where the arm of a recording reported that it was; nil: it did not.
    private static func reported(in path: String) throws -> PerChannel<Int32?>? {
        let reader = try RecordingReader(path)
        while let line = try reader.next() {
            if case .step(let step) = line, case .reported(let numbers) = step.event { return numbers }
        }
        return nil
    }

    func next() -> Player.Next { rest.popFirst().map { .moment($0) } ?? .end }

    func isLive(_ channel: Channel) -> Bool { drive.stateMachine.isPlaybackOpen(channel) }

    func send(_ event: DriveEvent, at time: Instant) { drive.handle(event, at: time) }

    func reachedEnd() { isOver = true }

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        isZero = step.isZero
        // The board answers at once.
        if drive.stateMachine.awaitedAnswer != nil { drive.handle(.answered) }
    }

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {
        if !isZero { motions.append(MotionFrame(at: drive.time, bytes: command.frame.bytes)) }
    }
}
