import ArgumentParser
import WaldoCore
import WaldoFiles
import WaldoSimulator
import WaldoTestSupport
import WaldoTime

/// Measures the simulated arm, and drives it frantically for many hours of its time.
struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "The simulated arm: the cost of a step, and a frantic operator at 1 kHz for many hours.")

    @Option(help: "Hours of the arm's time. Default: 1000.")
    var hours = 1_000

    @Option(help: "The arms, by commas; each hour has the next of them.")
    var arms = "robot,nordic-uart,hm10,combined"

    @Option(help: "The seed of the first hour; each hour has the next.")
    var seed: UInt64 = 1

    @Option(help: "Hours at once. Default: 2.")
    var cores = 2

    func validate() throws {
        guard hours > 0, cores > 0 else { throw ValidationError("--hours and --cores are at least 1") }
    }

    func run() async throws {
        let library = Library(directory: nil)
        let arms = try arms.split(separator: ",").map { (name: String($0), arm: try library.loadArm(String($0))) }
        guard !arms.isEmpty else { throw ValidationError("--arms names no arm") }
        print("| bar | target | measured |\n| --- | --: | --: |")
        for (name, arm) in arms {
            let cost = try StepCost(arm, on: library.sensor("iac-gamma").value)
            row(
                "a step of \(name)", "under 1 µs, no allocation",
                "\(Int(cost.nanoseconds)) ns, \(cost.allocations) in \(StepCost.turns)")
        }
        try await operate(arms.map(\.arm))
    }

    private func row(_ bar: String, _ target: String, _ measured: String) {
        print("| \(bar) | \(target) | \(measured) |")
    }

    /// An hour a task, as many at once as there are cores.
    private func operate(_ arms: [Arm]) async throws {
        let start = Clock.now()
        var total = FranticReport(), spent = 0.0
        await withTaskGroup(of: (FranticReport, Double).self) { group in
            for hour in 0..<hours {
                if hour >= cores, let done = await group.next() {
                    total.add(done.0)
                    spent += done.1
                }
                let arm = arms[hour % arms.count], seed = seed &+ UInt64(hour)
                group.addTask { Self.drive(arm, seed: seed) }
            }
            for await done in group {
                total.add(done.0)
                spent += done.1
            }
        }
        let driven = Double(total.time.microseconds) / 3.6e9
        row("motion after silence in \(text(driven, 0)) hours", "0", "\(total.faultCount)")
        row("times real time, of one core", "100", text(driven * 3_600 / spent, 0))
        row("times real time, \(cores) at once", "", text(driven * 3_600 / (Double(Clock.now() - start) / 1e9), 0))
        print("\n\(total)")
        for fault in total.faults { print(fault) }
        guard total.faultCount == 0 else { throw ExitCode.failure }
    }

    /// An hour; what came of it, and the seconds that it took.
    private static func drive(_ arm: Arm, seed: UInt64) -> (FranticReport, Double) {
        let start = Clock.now(), length = TimeSpan.seconds(3_600)
        var drive = FranticDrive(arm, seed: seed, length: length)
        drive.run(for: length)
        return (drive.report, Double(Clock.now() - start) / 1e9)
    }
}
