import Glibc
import WaldoCore
import WaldoFiles
import WaldoStore
import WaldoSurvey
import WaldoTeleop
import WaldoTestSupport
import WaldoTime

/// Replays one survey into many stores at different rates, and compares all rows of these.
struct SurveyReplays {
    /// How many replays there are.
    let count: Int
    /// How much faster than the survey they run; infinity: as fast as they can.
    private static let rates = [Double.infinity, 3_000, 600, 300]

    func measure(_ row: Row) async throws {
        let survey = try RecordedSurvey()
        let folder = try TemporaryFolder()
        var digests: [String: Int] = [:]
        for number in 0..<count {
            let path = "\(folder.path)/\(number).gpkg", rate = Self.rates[number % Self.rates.count]
            note("replay \(number + 1) of \(count)")
            try await onThread("bench-replay") {
                Result { try survey.play(to: path, rate: rate, seed: UInt64(number)) }
            }
            .get()
            digests[try StoreReader(path: path).digest(), default: 0] += 1
            unlink(path)
        }
        let equal = digests.values.max() ?? 0
        row(
            "replays of a survey of \(survey.events.count) events equal by SHA-256, at 300, 600, 3000 times its rate and faster",
            "\(count) of \(count)", "\(equal) of \(count)")
    }
}

/// Ten minutes of a sensor with its own places, a receiver, an arm, lost links and a wall clock that is set.
struct RecordedSurvey: Sendable {
    /// What happens, and when.
    private(set) var events: [(event: SurveyEvent, at: Instant)] = []
    private let sensor: Sensor, graph: Graph, arm: Arm
    private let description: SurveyDescription

    /// - Throws: when a shipped file cannot be read.
    init() throws {
        let library = Library(directory: nil)
        let sensor = try library.sensor("demo"), graph = try library.graph("demo"), arm = try library.arm("robot")
        self.sensor = sensor.value
        self.graph = graph.value.fitted(to: sensor.value.descriptions)
        self.arm = arm.value
        description = SurveyDescription(
            uuid: "0b9d8c1e-6f8e-4a63-8f0e-0d1f0a5b7c21", title: "replayed", started: 1_795_366_800_000_000,
            arm: .init(name: "robot", text: arm.source.text), sensor: .init(name: "demo", text: sensor.source.text),
            graph: .init(name: "demo", text: graph.source.text), version: "0")
        var demo = DemoSensor()
        add(.clock(utc: description.started), at: 0)
        add(.linkUp, at: 0)
        for second in 0..<600 {
            let at = Double(second), bytes = demo.next(), cut = second % (bytes.count - 1) + 1
            let isHeard = second % 97 > 3
            if second % 97 == 0 { add(.linkDown, at: at) }
            if second % 97 == 4 { add(.linkUp, at: at) }
            if second % 60 == 0 {
                add(.clock(utc: description.started + Int64(at * 1e6) + Int64(second) * 700), at: at)
            }
            if second % 5 == 0 { add(.command(Channel(1), Int32(second % 40 - 20)), at: at + 0.1) }
            add(.fix(Fix(source: .gpsd, at: Self.time(at + 0.2), place: Self.place(second))), at: at + 0.2)
            if isHeard {
                add(.bytes(channel: 0, Array(bytes[..<cut])), at: at + 0.4)
                add(.bytes(channel: 0, Array(bytes[cut...]) + (second % 50 == 0 ? [0xFF, 0xD5] : [])), at: at + 0.41)
            }
        }
        add(.end, at: 601)
    }

    private static func time(_ seconds: Double) -> Instant {
        .clockStart + .microseconds(Int64(seconds * 1e6) + 1_000_000)
    }

    private static func place(_ second: Int) -> Place {
        Place(x: 144.96 + Double(second) * 1e-5, y: -37.81 - Double(second % 31) * 1e-6, accuracy: 4)
    }

    private mutating func add(_ event: SurveyEvent, at seconds: Double) { events.append((event, Self.time(seconds))) }

    /// Plays it into a new store, with timers that are late by up to 20 ms.
    /// - Parameter rate: how much faster than it was recorded.
    /// - Throws: `StoreError`.
    func play(to path: String, rate: Double, seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let writer = try StoreWriter.create(
            path: path, description: description, start: SessionStart(boot: "bench"), whenFull: .wait)
        var
            machine = SurveyMachine(
                sensor, graph: graph, rules: LocationRules(sources: [.message, .gpsd, .arm]), arm: arm), sink = writer
        let start = Clock.now(), first = events[0].at
        for (event, at) in events {
            if rate.isFinite { Clock.sleep(until: start + Int64(Double((at - first).microseconds) * 1_000 / rate)) }
            while let deadline = machine.deadline {
                let late = deadline + .microseconds(.random(in: 0...20_000, using: &random))
                guard late < at else { break }
                machine.step(.deadline, at: late, &sink)
            }
            writer.record(event, at: at)
            machine.step(event, at: at, &sink)
        }
        for (channel, account) in machine.accounts.enumerated() {
            writer.accepted(Int64(account.accepted), channel: channel)
        }
        guard writer.finish(within: .seconds(60)) else { throw DidNotHappen("\(path) is not complete") }
    }
}
