import ArgumentParser
import WaldoApp
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSimulator

/// `waldo prove`: what an arm does when something goes wrong, and what a link to a real board keeps.
struct ProveCommand: EventLoopCommand {
    static let configuration = CommandConfiguration(
        commandName: "prove",
        abstract: "Show what an arm does when its pad, its link, the program or the machine fails.",
        discussion: """
                waldo prove v7rc --hours 10
                waldo prove --shield --to report.txt    # a real link, to an echo board

            The state machine, a link and the arm's simulated board run through thousands of short drives with one to three \
            faults each, faster than real time. For each fault that comes first, the table has the longest time until every \
            velocity stood still, what moved on then and for how long, and how far the hand ended from where it was.

            The board is the one that the arm's file describes: `model`, `silence` and `begin`. What an arm's firmware does \
            otherwise, no simulation knows. A seed repeats its drive: --drive runs that one alone. --record writes the worst drive \
            of each fault as a recording, which `waldo replay` verifies and plays.

            The exit status is 1 where a velocity did not stop in time: after the board's watchdog where nothing reaches it, \
            and else after the way of a zero.

            With --shield or --port it measures a real link instead, to a board without a motor that has the sketch \
            Sources/Firmware/Echo: order, loss, latency, the watchdog's time and reconnects. Until the board has answered as \
            that sketch does, it is sent zero frames alone. The exit status is 1 where the link does not keep a bound.
            """)

    @Argument(
        help: ArgumentHelp("The arm to simulate: a name (see `waldo arms`) or a file.", valueName: "arm"),
        completion: .arms)
    var simulated: String?

    @Option(help: "The mapping: a name (see `waldo mappings`) or a file. Default: the demo's.", completion: .mappings)
    var mapping: String?

    @Option(help: "How many hours of drives, 0.01 to 1000. Default: 1.")
    var hours: Double?

    @Option(help: "The seed of the first drive. Default: 1.")
    var seed: UInt64?

    @Option(help: "Run the drive of this seed alone, instead of --hours from --seed on.")
    var drive: UInt64?

    @Option(
        help: ArgumentHelp("Record the worst drive of each fault into this directory.", valueName: "folder"),
        completion: .directory)
    var record: String?

    @OptionGroup var link: ProveLinkOptions

    @Flag(help: "Print JSON Lines: the run, and one object for each fault; or one object for a link.")
    var json = false

    func validate() throws {
        guard (0.01...1000).contains(hours ?? 1) else { throw ValidationError("--hours is from 0.01 to 1000") }
        guard (simulated != nil) != link.isGiven else {
            throw ValidationError("name an arm to simulate, or a board by --shield or --port")
        }
        let ofLength = [("hours", hours != nil), ("seed", seed != nil)]
        let ofDrives = ofLength + [("mapping", mapping != nil), ("drive", drive != nil), ("record", record != nil)]
        if simulated == nil, let name = ofDrives.first(where: \.1)?.0 {
            throw ValidationError("--\(name) is for a simulated arm: leave it out with --shield and --port")
        }
        if simulated != nil, let name = link.given.first(where: \.isGiven)?.name {
            throw ValidationError("--\(name) is for a real board: leave it out, or name one by --shield or --port")
        }
        if drive != nil, let name = ofLength.first(where: \.1)?.0 {
            throw ValidationError("--drive runs one drive alone: leave --\(name) out")
        }
    }

    func run() throws {
        guard let simulated else { return try link.measure(json: json) }
        Interruption.watch()
        let library = Library()
        if let record { try ProofRun.check(folder: record) }
        let arm = try library.arm(simulated)
        let run = ProofRun(
            arm, by: try library.mappingForProof(of: arm.value, given: mapping), seed: drive ?? seed ?? 1)
        let report = try run.report(hours: drive == nil ? hours ?? 1 : 0)
        var recordings: [ProofFault: String] = [:], ending: (any Error)?
        if let record {
            // What the drives have shown is printed in any case.
            do { try LoopActor.enter { try run.record(report, into: record, &recordings) } } catch { ending = error }
        }
        let text = ProofText(run, report, recordings)
        // Both end with a line feed.
        StandardStreams.writeOutput(String((json ? text.json : text.table + text.hints).dropLast()))
        if let ending { throw ending }
        if !report.holds { throw ExitStatus.differs }
    }
}
