import WaldoCore
import WaldoFiles
import WaldoTestSupport
import WaldoTime

@testable import WaldoSimulator

/// A measurement of a scripted board, on a clock that moves a millisecond at a time.
struct ShieldStand {
    /// What the board or the link does wrong.
    enum Habit: CaseIterable {
        case none, losesEvery20th, reorders, answersTwice, answersLate, neverStops, hearsNothingFor400ms
        case echoesAllBack, isSilent, sendsGarbage
    }

    /// From a frame to its answer.
    static let delay: TimeSpan = .milliseconds(10)

    let habit: Habit
    private(set) var now: Instant = .clockStart + .seconds(1)
    var trial: ShieldTrial
    /// What was written, and how many of these frames had a velocity.
    private(set) var written: [Frame] = []
    private var moving = 0
    private var board = EchoBoard()
    private var answers = 0
    private var arrivals: [(at: Instant, bytes: [UInt8])] = []

    /// - Parameter length: of the measurement; each of the streams takes a quarter.
    init(_ habit: Habit, length: TimeSpan = .seconds(4)) throws {
        self.habit = habit
        let arm = try Library(directory: nil).loadArm("nordic-uart")
        guard let frames = EchoFrames(arm) else { throw DidNotHappen("nordic-uart is not the plain binary arm") }
        trial = ShieldTrial(
            frames, interval: arm.pacing.interval, length: length, pause: .milliseconds(200))
    }

    /// Runs until the end, or until a time.
    mutating func run(until isOver: (ShieldStand) -> Bool = { _ in false }) throws {
        for _ in 0..<1_000_000 {
            guard !isOver(self) else { return }
            let due = arrivals.filter { $0.at <= now }
            arrivals.removeAll { $0.at <= now }
            for arrival in due { trial.receive(arrival.bytes, at: now) }
            for message in board.tick(at: milliseconds) { send(message) }
            switch trial.next(at: now) {
            case .open: trial.linkIsUp(at: now)
            case .close: arrivals.removeAll()
            case .write(let frame): write(frame)
            case .wait: now += .milliseconds(1)
            case .end: return
            }
        }
        throw DidNotHappen("the measurement does not end: \(trial.phase), \(trial.report)")
    }

    private var milliseconds: Int64 { now.microseconds / 1_000 }

    private mutating func write(_ frame: Frame) {
        written.append(frame)
        trial.wrote(at: now)
        if frame[3] != 0 { moving += 1 }
        switch habit {
        case .isSilent: return
        case .echoesAllBack: return arrivals.append((now + Self.delay, frame.bytes))
        // 20 frames, 20 ms apart.
        case .hearsNothingFor400ms where frame[3] != 0 && (11...30).contains(moving): return
        default: for message in board.receive(frame.bytes, at: milliseconds) { send(message) }
        }
    }

    private mutating func send(_ message: [UInt8]) {
        let isAnswer = message[4] < 2
        if isAnswer { answers += 1 }
        var at = now + Self.delay
        switch habit {
        case .neverStops where !isAnswer: return
        case .losesEvery20th where isAnswer && answers % 20 == 0: return
        // Longer than the interval of the stream.
        case .reorders where isAnswer && answers % 10 == 0: at += .milliseconds(25)
        case .answersLate where isAnswer && answers % 30 == 0: at += .milliseconds(1_500)
        case .answersTwice: arrivals.append((at, message))
        case .sendsGarbage:
            arrivals.append((at, [0x00, 0xff, 0xa5, 0x13] + message.prefix(2)))
            arrivals.append((at, Array(message.dropFirst(2))))
            return
        default: break
        }
        arrivals.append((at, message))
    }
}
