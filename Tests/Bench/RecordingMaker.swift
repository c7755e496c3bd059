import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// Makes recordings of any length: an operator moves trigger and stick 50 times a second, with the arm nordic-uart.
enum RecordingMaker {
    private static let rate: Int64 = 50

    /// Writes recordings of the given lengths in seconds.
    /// - Returns: the number of steps in each.
    /// - Throws: what starting the thread throws. A recording that could not be written has 0 steps.
    static func make(_ recordings: [(path: String, seconds: Int64)]) async throws -> [Int] {
        // One call makes all recordings, because the loop belongs to the first thread that runs it.
        try await onThread("bench-loop") {
            var steps: [Int] = []
            Loop.run {
                for recording in recordings { steps.append((try? write(recording.path, recording.seconds)) ?? 0) }
                Loop.stop()
            }
            return steps
        }
    }

    @LoopActor
    private static func write(_ path: String, _ seconds: Int64) throws -> Int {
        let library = Library(directory: nil)
        let arm = try library.arm("nordic-uart"), mapping = try library.mapping("gamepad")
        let writer = try LineWriter(to: RecordingFile.create(path), whenFull: .endWithOneFailure) { _ in }
        writer.header(
            RecordingHeader(
                version: "bench", started: 0, arm: arm.source, mapping: mapping.source,
                input: InputIdentity(bus: 3, vendor: 1, product: 1, version: 1, port: "bench", name: "bench")))
        var stateMachine = DriveStateMachine(arm: arm.value, mapping: mapping.value)
        var steps = 0
        func step(_ event: DriveEvent, at time: Instant, due: Instant? = nil) -> Instant? {
            let step = stateMachine.step(event, at: time)
            steps += 1
            writer.step(event, at: time, due: due, controls: [])
            guard let command = step.command else { return step.deadline }
            writer.command(
                RecordedCommand(at: time, command: command, outcome: .written),
                channel: arm.value.profiles[command.channel].name)
            return stateMachine.conclude(.written)
        }
        _ = step(.link(.up(takenOver: false)), at: 0)
        var deadline = step(.inputAdded(.padAtRest), at: 0)
        for index in 0..<seconds * rate {
            let time = Instant(microseconds: 1_000_000 + index * (1_000_000 / rate))
            while let due = deadline, due <= time { deadline = step(.deadline, at: due, due: due) }
            _ = step(.input(.axis(Code.rz, Int32(index * 7 % 255))), at: time)
            _ = step(.input(.axis(Code.rx, Int32(index * 331 % 60_000) - 30_000)), at: time)
            deadline = step(.input(.report(more: false)), at: time)
            // This writes much faster than any drive: let the writer catch up.
            if index % 500 == 0 { while !writer.isEmpty { Clock.sleep(until: Clock.now() + 100_000) } }
        }
        guard writer.finish(within: .seconds(60)) else { throw DidNotHappen("\(path) was not written") }
        return steps
    }
}
