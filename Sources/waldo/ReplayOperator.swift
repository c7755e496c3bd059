internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoTeleop

/// A recording in the operator's place. A stop or any loss ends it; its own end is a stop.
@LoopActor
final class ReplayOperator: DriveOperator {
    /// KEY_P, KEY_N and KEY_ENTER of linux/input-event-codes.h.
    private static let pauseKey: UInt16 = 25, stepKey: UInt16 = 49, enterKey: UInt16 = 28
    /// From the link to the first command: the gates open after 250 ms of rest.
    private static let settling: Microseconds = .milliseconds(300)
    /// Between the end and the next beginning of a loop.
    private static let rest: Microseconds = .milliseconds(500)

    private let plan: ReplayPlan
    private let arm: Arm
    private let seat: OperatorSeat
    private var reader: RecordingReader?
    private var waiting: [Player.Moment] = []
    private var player: Player?
    private var isUp = false
    private var isOver = false

    init(_ plan: ReplayPlan, arm: Arm, seat: OperatorSeat) {
        self.plan = plan
        self.arm = arm
        self.seat = seat
    }

    func open() throws {
        let name = "recording \(plan.path)"
        let identity = InputIdentity(bus: 0, vendor: 0, product: 0, version: 0, place: "recording", name: name)
        try load()
        seat.begin(
            OperatorSeat.Controls(
                input: identity, mapping: plan.mapping, source: plan.header.mapping, isPlayed: true))
        seat.shown(InputShown(phase: .added, name: name, detail: "from \(seconds(plan.from))"))
        seat.road(.inputAdded(InputState()), Monotonic.now())
        player?.prime()
        beginIfReady()
    }

    func link(_ event: LinkEvent) {
        switch event {
        case .up:
            isUp = true
            beginIfReady()
        case .down: end(Failure(Failure.link, "the link was lost at \(place): the replay has ended"))
        case .ready, .busy, .refused, .held, .flowing: break
        }
    }

    func take(_ event: InputEvent, at time: Microseconds) -> Bool {
        guard case .key(let code, let down) = event else { return false }
        switch code {
        case Self.pauseKey: if down { pauseOrResume() }
        case Self.stepKey: if down { step() }
        // Here a stop cannot be resumed.
        case Self.enterKey: break
        default: return false
        }
        return true
    }

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {}

    func drive(_ drive: Drive, took event: RoadEvent, step: Step) {
        guard step.notices.contains(.halt), let reason = drive.road.lastHalt else { return }
        switch reason {
        case .stop:
            seat.shown(InputShown(phase: .paused, detail: "stopped at \(place)"))
            end(nil)
        case .linkLost, .linkBack, .ending: break
        case .inputLost, .enable, .late, .suspended, .failure:
            end(Failure(Failure.output, "the replay was halted at \(place) and has ended: \(reason.word)"))
        }
    }

    func giveBack() {}

    func takeBack() {}

    func close() { player?.close() }

    // MARK: playing

    private func load() throws(FileError) {
        reader = try RecordingReader(plan.path)
        player = Player(
            arm, from: plan.from, rate: plan.rate, read: { [weak self] in self?.next() }, onEvent: seat.road,
            onEnd: { [weak self] in self?.reachedEnd() })
    }

    /// The file was read from end to end a moment ago: the kernel has it at hand, and the loop does not wait for a disk.
    private func next() -> Player.Moment? {
        while waiting.isEmpty {
            let line: RecordedLine?
            do { line = try reader?.next() } catch {
                end(Failure(Failure.file, error.description))
                return nil
            }
            guard let line else { return nil }
            guard case .command(let command) = line, command.outcome.isOnItsWay else { continue }
            guard command.at <= plan.until else { return nil }
            waiting = moments(command)
        }
        return waiting.removeFirst()
    }

    private func moments(_ recorded: RecordedCommand) -> [Player.Moment] {
        let command = recorded.command
        func moment(_ channel: Channel, _ number: Int32) -> Player.Moment {
            Player.Moment(at: recorded.at, channel: channel, number: plan.number(channel, number, for: arm))
        }
        guard let all = recorded.all else { return [moment(command.channel, command.value)] }
        return Channel.allCases.filter { plan.arm.channels[$0] != nil }.map { moment($0, all[$0]) }
    }

    private func beginIfReady() {
        guard isUp, !isOver else { return }
        player?.begin(at: Monotonic.now() + Self.settling)
    }

    private func reachedEnd() {
        guard plan.loops, !isOver else { return end(nil) }
        player?.letGo()
        do { try load() } catch { return end(Failure(Failure.file, error.description)) }
        player?.prime()
        player?.begin(at: Monotonic.now() + Self.rest)
    }

    private func pauseOrResume() {
        guard let player else { return }
        if player.isPaused { player.resume() } else { player.pause() }
        tell(player)
    }

    private func step() {
        guard let player else { return }
        player.step()
        tell(player)
    }

    private func tell(_ player: Player) {
        let word = player.isPaused ? "paused at" : "playing from"
        seat.shown(InputShown(phase: player.isPaused ? .paused : .playing, detail: "\(word) \(place)"))
    }

    private var place: String { seconds(player?.position ?? plan.from) }

    private func end(_ failure: Failure?) {
        guard !isOver else { return }
        isOver = true
        player?.close()
        // The road may be in the middle of the step that brought this about.
        Loop.task { [seat] in if let failure { seat.failed(failure) } else { seat.ended() } }
    }
}
