import Testing
import WaldoTestSupport

/// What the sketches take of the processor: memory, cycles of a frame, the longest turn of the loop.
///
/// The bounds lie a tenth to a fifth above what gcc 5.4 makes of them. The figures are printed.
@Suite(.serialized, .whereSketchesRun) struct SketchFiguresTests {
    struct Bounds {
        /// In bytes; of the ATmega328P's 32768 and 2048.
        let flash: Int, ram: Int, stack: Int
        /// In cycles, interrupts left out: what the receiver spends on a frame.
        let frame: Int
        /// In microseconds, with interrupts: the longest turn of the loop.
        let turn: Int
    }

    private func measure(
        _ name: String, _ frames: [[UInt8]], watch bytes: Int, _ bounds: Bounds, _ options: [String] = []
    ) async throws {
        let sketch = try await SketchSimulator(name, baud: 115_200, options)
        // All frames joined: the line is never busier.
        let run = try await sketch.run(SketchInput(frames, every: 0), rest: 600, watch: bytes)
        try #require(run.cycles.count == frames.joined().count, "\(name) loses bytes")
        var at = 0
        let costs = frames.map { frame in
            at += frame.count
            return run.cycles[at - frame.count..<at].reduce(0, +)
        }
        let mean = costs.reduce(0, +) / costs.count, worst = costs.max()!
        let figures = run.figures, turn = figures.longest / 16
        print(
            """
            \(name): flash \(sketch.size.flash), RAM \(sketch.size.ram) and \(figures.stack) of stack; \
            a frame \(mean) cycles (at most \(worst)); a turn \(figures.mean / 16) us (at most \(turn)); \
            an interrupt \(figures.meanInterrupt) cycles (at most \(figures.longestInterrupt))
            """)
        #expect(sketch.size.flash <= bounds.flash && sketch.size.ram <= bounds.ram && figures.stack <= bounds.stack)
        #expect(worst <= bounds.frame && turn <= bounds.turn)
        // A byte takes 1389 cycles at 115200 baud: the UART, which holds two, must be served within them.
        #expect(figures.longestInterrupt <= 320 && figures.waiting <= 1)
        let arduino = try await SketchSimulator(name, .arduino, options).size
        print("\(name) with Arduino's core: flash \(arduino.flash), RAM \(arduino.ram)")
        #expect(arduino.flash <= 5_120 && arduino.ram <= 350)
    }

    @Test func threeSteppers() async throws {
        let frames = (0..<40).flatMap { _ in StepperSketchTests.frames }
        try await measure(
            "StepperArm", frames, watch: 6, Bounds(flash: 3_200, ram: 256, stack: 50, frame: 950, turn: 140))
    }

    @Test func fiveServos() async throws {
        let frames = (0..<60).flatMap { _ in ServoSketchTests.frames }
        try await measure(
            "ServoArm", frames, watch: 5, Bounds(flash: 2_900, ram: 280, stack: 64, frame: 780, turn: 230))
    }

    @Test func theCounterThatTakesCommands() async throws {
        let frames = CountingSketchTests.frames(600)
        try await measure(
            "CountingArm", frames, watch: 6, Bounds(flash: 3_700, ram: 280, stack: 70, frame: 1_480, turn: 180),
            CountingSketchTests.place)
    }
}
