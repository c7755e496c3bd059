internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoTeleop
internal import WaldoTime

/// Plays a recording in place of an operator. A stop, the loss of the link or any other halt ends it, and so does the
/// recording's end.
@LoopActor
final class ReplayOperator: DriveOperator, PlayerDelegate {
    /// The delay from the link's start to the first command: the gates open after 250 ms of rest.
    private static let startDelay: TimeSpan = .milliseconds(300)
    /// The pause between two passes of a loop.
    private static let rest: TimeSpan = .milliseconds(800)
    /// The longest wait at the end for positions that a busy arm has not taken yet.
    private static let lastWait: TimeSpan = .seconds(15)
    private static let pollInterval: TimeSpan = .milliseconds(20)
    /// The number of moments to read ahead, and of lines to read in one turn of the loop.
    private static let ahead = 64, portion = 500

    private let plan: ReplayPlan
    private let arm: Arm
    /// Whether the recorded numbers are sent as they are. Otherwise they are converted to the arm's ranges.
    private let keepsNumbers: Bool
    private unowned let session: any OperatorDelegate
    private var reader: RecordingReader?
    private var timeline: PlaybackTimeline
    private var moments: [PlaybackTimeline.Moment] = []
    private var isRead = false
    private var filler: TurnWork?
    private var waiting: LoopTimer?
    private var player: Player?
    private weak var drive: Drive?
    private var isUp = false
    private var isOver = false

    init(_ plan: ReplayPlan, arm: Arm, for session: any OperatorDelegate) {
        self.plan = plan
        self.arm = arm
        keepsNumbers = plan.sendsFrames && plan.sharesFrames(with: arm)
        self.session = session
        timeline = plan.entry.timeline
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
            end(nil)
        case .linkLost, .linkBack, .rewound, .ending: break
        case .stalled where drive.stateMachine.playbackEnd == .late:
            // A link that takes motions was not what it waited for.
            let takesMotions = drive.stateMachine.link == .up(.flowing, isBusy: false)
            end(Failure(takesMotions ? .output : .link, lateText))
        case .stalled:
            end(
                Failure(
                    .link, "what was written did not leave at \(positionText): the replay has ended, the arm is halted")
            )
        case .limit: end(Failure(.output, limited(by: drive.stateMachine.playbackEnd)))
        case .inputLost, .silent, .panelLost, .enable, .late, .suspended, .fault, .alarm, .failure:
            end(Failure(.output, "the replay was halted at \(positionText) and has ended: \(reason.name)"))
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
        filler?.cancel()
        waiting?.cancel()
    }

    private var lateText: String {
        let remedy = plan.rate > 1 ? "; a lower --rate leaves the arm the time that it needs" : ""
        return "the replay was more than \(MotionQueue.patience / .milliseconds(1)) ms behind the recording at "
            + "\(positionText), and has ended: the arm is halted, nothing is caught up\(remedy)"
    }

    private func limited(by end: PlaybackEnd?) -> String {
        guard case .limit(let channel, let number, let limit) = end else {
            return "the replay has ended at \(positionText)"
        }
        let profile = arm.profiles[channel], decimals = profile.range.decimals
        func shown(_ number: Int32) -> String { DecimalText.trimmed(Int64(number), decimals: decimals) }
        let rule =
            switch limit {
            case .range(let range):
                "lies beyond its range, \(shown(range.lowerBound)) to \(shown(range.upperBound))"
            case .travel(let travel):
                "lies beyond its travel, \(shown(travel.lowerBound)) to \(shown(travel.upperBound))"
            case .slew(let slew):
                "is reached faster than its slew rate, \(DecimalText.trimmed(Int64(slew.rounded()), decimals: decimals)) per second"
            }
        return "the replay was halted at \(positionText) and has ended: \(profile.name) \(shown(number)) \(rule)"
    }

    // MARK: reading

    private func load() throws(FileError) {
        let reader = try RecordingReader(plan.path)
        try reader.seek(to: plan.entry.position)
        self.reader = reader
        timeline = plan.entry.timeline
        moments = []
        isRead = false
        player = Player(
            arm, from: plan.from, numbers: converted(plan.entry.timeline.numbers), rate: plan.rate,
            sendsFrames: plan.sendsFrames, delegate: self)
        filler = filler ?? TurnWork(of: self) { $0.fill() }
        _ = fill()
    }

    func isLive(_ channel: Channel) -> Bool { drive?.stateMachine.isPlaybackOpen(channel) == true }

    func send(_ event: DriveEvent, at time: Instant) { session.handle(event, at: time) }

    func next() -> Player.Next {
        if moments.isEmpty { return isRead ? .end : .notYet }
        let moment = moments.removeFirst()
        if let until = plan.until, moment.at > until { return .end }
        return .moment(moment)
    }

    /// Reads a batch of lines; true when there is more to read at once.
    private func fill() -> Bool {
        guard let reader, !isRead, !isOver, moments.count < Self.ahead else { return false }
        do {
            for _ in 0..<Self.portion {
                guard moments.count < Self.ahead else { break }
                guard let line = try reader.next() else {
                    isRead = true
                    break
                }
                timeline.add(line) {
                    moments.append(.init(at: $0.at, numbers: converted($0.numbers), isMotion: $0.isMotion))
                }
            }
        } catch {
            end(Failure(error))
            return false
        }
        if isRead || !moments.isEmpty { player?.refilled() }
        return !isRead && moments.count < Self.ahead
    }

    /// Converts numbers to the channels and units of the arm that is driven.
    private func converted(_ numbers: PerChannel<Int32?>) -> PerChannel<Int32?> {
        arm.profiles.map { profile in
            plan.arm.channel(named: profile.name).flatMap { channel in
                numbers[channel].map { keepsNumbers ? $0 : plan.number(channel, $0, for: profile.range) }
            }
        }
    }

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
        session.handle(.operator(.halt(.rewound)), at: Monotonic.now())
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

    private var positionText: String { seconds(player?.position ?? plan.from) }

    private func end(_ failure: Failure?) {
        guard !isOver else { return }
        isOver = true
        player?.close()
        // Deferred: the state machine may still be in the step that caused this.
        Loop.task { [session] in session.end(failure.map { .failed($0) } ?? .complete) }
    }
}
