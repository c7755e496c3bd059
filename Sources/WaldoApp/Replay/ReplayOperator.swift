import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTeleop
import WaldoTime

/// Plays a recording in place of an operator. A stop, the loss of the link or any other halt ends it, and so does the
/// recording's end.
@LoopActor
final class ReplayOperator: DriveOperator, PlayerDelegate, MomentReaderDelegate {
    /// The delay from the link's start to the first command: the gates open after 250 ms of rest.
    private static let startDelay: TimeSpan = .milliseconds(300)
    /// The pause between two passes of a loop.
    private static let rest: TimeSpan = .milliseconds(800)
    /// The longest wait at the end for positions that a busy arm has not taken yet.
    private static let lastWait: TimeSpan = .seconds(15)
    private static let pollInterval: TimeSpan = .milliseconds(20)

    let plan: ReplayPlan
    let arm: Arm
    private unowned let session: any OperatorDelegate
    private var moments: MomentReader?
    private var waiting: LoopTimer?
    private var player: Player?
    private weak var drive: Drive?
    private var isUp = false
    private var isOver = false

    init(_ plan: ReplayPlan, arm: Arm, for session: any OperatorDelegate) {
        self.plan = plan
        self.arm = arm
        self.session = session
    }

    func open() throws {
        let name = "recording \(plan.path)"
        let identity = InputIdentity(bus: 0, vendor: 0, product: 0, version: 0, port: "recording", name: name)
        try load()
        session.begin(
            OperatorControls(
                input: identity, mapping: plan.mapping, source: plan.header.mapping, isPlayed: true))
        session.report(.input(InputReport(.added, name: name, detail: "from \(seconds(plan.from))")))
        session.handle(.inputAdded(InputState()), at: Monotonic.now())
        player?.prime()
        beginIfReady()
    }

    func link(_ event: LinkEvent) {
        switch event {
        // A new connection reports `flowing` a little after `opened`; one that was held flows again.
        case .up, .flowing:
            guard !isUp else { return }
            isUp = true
            beginIfReady()
        case .down: if isUp { end(Failure(.link, "the link was lost at \(positionText): the replay has ended")) }
        case .opened, .ready, .busy, .refused, .windowFull, .stalled, .failsafe: break
        }
    }

    func handle(_ event: InputEvent, at time: Instant) -> Bool {
        guard case .key(let code, let down) = event else { return false }
        switch code {
        case KeyCode.p: if down { pauseOrResume() }
        case KeyCode.n: if down { step() }
        // A replay cannot be resumed after a stop.
        case KeyCode.enter: break
        default: return false
        }
        return true
    }

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        self.drive = drive
        guard step.notices.contains(.halt), let reason = drive.stateMachine.lastHalt else { return }
        switch reason {
        case .stop:
            session.report(.input(InputReport(.paused, detail: "stopped at \(positionText)")))
            end(nil, as: .ordered)
        case .linkLost, .linkBack, .rewound, .touched, .overdue, .ending: break
        case .inputLost, .silent, .panelLost, .stalled, .enable, .late, .suspended, .fault, .unreported,
            .alarm, .failure, .limit:
            // A link that takes motions was not what it waited for.
            let takesMotions = drive.stateMachine.link == .up(.flowing, isBusy: false)
            end(failure(by: reason, drive.stateMachine.playbackEnd, takesMotions: takesMotions))
        }
    }

    func progress(at time: Instant) -> ReplayProgress? {
        let position = player?.position(at: time) ?? plan.from
        return ReplayProgress(
            elapsed: min(position, plan.end) - plan.from, total: plan.end - plan.from, rate: plan.rate,
            isPaused: player?.isPaused ?? false)
    }

    func ungrab() {}

    func regrab() {}

    func close() {
        player?.close()
        moments?.close()
        waiting?.cancel()
    }

    // MARK: reading

    private func load() throws(FileError) {
        moments?.close()
        let moments = try MomentReader(plan, for: arm, delegate: self)
        self.moments = moments
        player = Player(
            arm, from: plan.from, numbers: moments.start, rate: plan.rate, sendsFrames: plan.sendsFrames,
            delegate: self)
        moments.fill()
    }

    func isLive(_ channel: Channel) -> Bool { drive?.stateMachine.isPlaybackOpen(channel) == true }

    func send(_ event: DriveEvent, at time: Instant) { session.handle(event, at: time) }

    func next() -> Player.Next { moments?.next() ?? .end }

    func momentsAreRead() { if !isOver { player?.refilled() } }

    func readingHasFailed(_ error: FileError) { end(Failure(error)) }

    // MARK: playing

    private func beginIfReady() {
        guard isUp, !isOver else { return }
        player?.begin(at: Monotonic.now() + Self.startDelay)
    }

    /// Ends the replay, or starts the next pass, once the last positions have been sent.
    func reachedEnd() {
        player?.releaseAll()
        let patience = Monotonic.now() + Self.lastWait
        let wasPaused = player?.isPaused == true
        waiting = LoopTimer(of: self) { $0.poll(until: patience, wasPaused: wasPaused, at: $1) }
        waiting?.arm(at: Monotonic.now())
    }

    private func poll(until patience: Instant, wasPaused: Bool, at now: Instant) {
        guard !isOver else { return }
        guard drive?.stateMachine.hasSentAll != false || now >= patience else {
            waiting?.arm(at: now + Self.pollInterval)
            return
        }
        waiting?.cancel()
        waiting = nil
        if plan.loops { restart(isPaused: wasPaused) } else { end(nil) }
    }

    /// Starts the next pass. A halt closes the gates in between, so that a control that is held at the entry point is
    /// dead in every pass.
    private func restart(isPaused: Bool) {
        session.handle(.halt(.rewound), at: Monotonic.now())
        do { try load() } catch { return end(Failure(error)) }
        player?.prime()
        player?.begin(at: Monotonic.now() + Self.rest)
        if isPaused { player?.pause() }
    }

    private func pauseOrResume() {
        guard let player else { return }
        if player.isPaused { player.resume() } else { player.pause() }
        report()
    }

    private func step() {
        player?.step()
        report()
    }

    private func report() {
        guard let player, isUp else { return }
        let word = player.isPaused ? "paused at" : "playing from"
        session.report(.input(InputReport(player.isPaused ? .paused : .playing, detail: "\(word) \(positionText)")))
    }

    var positionText: String { seconds(player?.position ?? plan.from) }

    private func end(_ failure: Failure?, as ending: OperatorEnding = .complete) {
        guard !isOver else { return }
        isOver = true
        player?.close()
        // Deferred: the state machine may still be in the step that caused this.
        Loop.task { [session] in session.end(failure.map { .failed($0) } ?? ending) }
    }
}
