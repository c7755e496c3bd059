import Testing
import WaldoTestSupport

/// What the sketches take of the processor: memory, cycles of a frame, the longest turn of the loop.
///
/// The bounds lie about a tenth above what gcc 5.4 makes of them with Arduino's core. The figures are printed.
@Suite(.serialized, .whereSketchesRun) struct SketchFiguresTests {
    struct Bounds {
        /// In bytes; of the ATmega328P's 32768 and 2048.
        let flash: Int, ram: Int, stack: Int
        /// In cycles, interrupts left out: what the receiver spends on a frame.
        let frame: Int
        /// In microseconds, with interrupts: the longest turn of the loop.
        let turn: Int
    }

    /// Runs a sketch with a serial line that is full at 115200 baud: it is never busier.
    private func measure(
        _ name: String, _ frames: [[UInt8]], watch bytes: Int, _ bounds: Bounds, _ options: [String] = []
    ) async throws {
        for core in SketchSimulator.Core.allCases {
            let sketch = try await SketchSimulator(name, core, baud: 115_200, options)
            let run = try await sketch.run(SketchInput(frames, every: 0), rest: 600, watch: bytes)
            try #require(run.cycles.count == frames.joined().count, "\(name) loses bytes")
            var at = 0
            let costs = frames.map { frame in
                at += frame.count
                return run.cycles[at - frame.count..<at].reduce(0, +)
            }
            let mean = costs.reduce(0, +) / costs.count, worst = costs.max()!
            let size = sketch.size, figures = run.figures, turn = figures.longest / 16
            print(
                """
                \(name), \(core) core: flash \(size.flash), RAM \(size.ram) and \(figures.stack) of stack; \
                a frame \(mean) cycles (at most \(worst)); a turn \(figures.mean / 16) us (at most \(turn)); \
                an interrupt \(figures.meanInterrupt) cycles (at most \(figures.longestInterrupt))
                """)
            #expect(size.flash <= bounds.flash && size.ram <= bounds.ram && figures.stack <= bounds.stack, "\(core)")
            #expect(worst <= bounds.frame && turn <= bounds.turn, "\(core)")
            // A byte takes 1389 cycles at 115200 baud: the UART, which holds two, must be served within them.
            #expect(figures.longestInterrupt <= 500 && figures.waiting <= 1, "\(core)")
        }
    }

    @Test func threeSteppers() async throws {
        let frames = (0..<40).flatMap { _ in StepperSketchTests.frames }
        try await measure(
            "StepperArm", frames, watch: 6, Bounds(flash: 4_600, ram: 300, stack: 60, frame: 950, turn: 150))
    }

    @Test func fiveServos() async throws {
        let frames = (0..<60).flatMap { _ in ServoSketchTests.frames }
        try await measure(
            "ServoArm", frames, watch: 5, Bounds(flash: 4_200, ram: 320, stack: 70, frame: 780, turn: 300))
    }

    @Test func theCounterThatTakesCommands() async throws {
        let frames = CountingSketchTests.frames(600)
        try await measure(
            "CountingArm", frames, watch: 6, Bounds(flash: 4_900, ram: 310, stack: 80, frame: 1_480, turn: 200),
            CountingSketchTests.place)
    }
}
