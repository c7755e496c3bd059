import ArgumentParser
import WaldoApp
import WaldoBlueZ
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSimulator
import WaldoTime

/// The options of `waldo prove` for a real board with the echo sketch.
struct ProveLinkOptions: ParsableArguments {
    @Option(
        defaultAsFlag: "", parsing: .next,
        help: ArgumentHelp(
            "Measure the link to a board with the echo sketch; its address or name, when more than one is in reach.",
            valueName: "shield"))
    var shield: String?

    @Option(help: "Measure the link to a board with the echo sketch at this serial port.", completion: .file())
    var port: String?

    @Option(help: "With --port: the rate of the board's serial line in bits per second. Default: 115200.")
    var baud: Int?

    @Option(
        help: "The arm whose frames are sent: nordic-uart, hm10, or a file with theirs. Default: nordic-uart.",
        completion: .arms)
    var arm: String?

    @Option(help: "With --shield: the Bluetooth adapter. Default: the first that is powered.")
    var adapter: String?

    @Option(help: "How many minutes to measure, 0.05 to 60; reconnects may take longer. Default: 2.")
    var minutes: Double?

    @Option(help: "Write the report to this file.", completion: .file())
    var to: String?

    /// Whether a board is to be measured.
    var isGiven: Bool { shield != nil || port != nil }

    /// The options for a measurement, and whether each is given.
    var given: [(name: String, isGiven: Bool)] {
        [
            ("baud", baud != nil), ("arm", arm != nil), ("adapter", adapter != nil), ("minutes", minutes != nil),
            ("to", to != nil),
        ]
    }

    func validate() throws {
        guard shield == nil || port == nil else {
            throw ValidationError("--shield and --port exclude each other: leave one out")
        }
        if shield != nil, baud != nil { throw ValidationError("--baud is for --port: leave it out with --shield") }
        if port != nil, adapter != nil { throw ValidationError("--adapter is for --shield: leave it out with --port") }
        guard (0.05...60).contains(minutes ?? 1) else { throw ValidationError("--minutes is from 0.05 to 60") }
        guard SerialProfile.bauds.contains(baud ?? 115_200) else {
            let (least, most) = (SerialProfile.bauds.lowerBound, SerialProfile.bauds.upperBound)
            throw ValidationError("--baud is from \(least) to \(most)")
        }
    }

    /// Measures the link and writes the report, also of a measurement that was ended before its time.
    /// - Throws: `ExitStatus.differs` where the link does not keep a bound.
    func measure(json: Bool) throws {
        Diagnostics.begin(verbosity: 0)
        let arm = try Library().loadArm(arm ?? "nordic-uart"), way = try way(to: arm)
        // A file that cannot be created is refused before anything is measured.
        let file = try to.map { path throws(ExportError) in try ExportFile(path) }
        let length = TimeSpan.microseconds(Int64((minutes ?? 2) * 60_000_000))
        let run = try LoopActor.enter { try ShieldRun(arm, by: way, length: length) }
        var ending: (any Error)?
        do { try OneTask.run { try await run.measure() } } catch { ending = error }
        let (report, text) = LoopActor.enter { (run.report, run.text) }
        if report.isMeasured {
            let text = json ? text.json : text.text
            if let file {
                try file.write("\(text)\n".utf8)
                try file.finish()
            } else {
                StandardStreams.writeOutput(text)
            }
        }
        if let ending { throw ending }
        if !report.holds { throw ExitStatus.differs }
    }

    private func way(to arm: Arm) throws -> ShieldWay {
        if let port { return .cable(SerialProfile(path: port, baud: baud ?? 115_200)) }
        let settings = try Settings.forCommand(), named = shield.flatMap { $0.isEmpty ? nil : $0 }
        return try .radio(
            to: arm,
            PeripheralLink.Options(
                peripheral: named, usual: named == nil ? settings.value(.shield) : nil,
                adapter: settings.value(.adapter, given: adapter), notify: true))
    }
}
