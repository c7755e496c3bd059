import Glibc
import WaldoCore
import WaldoFiles
import WaldoStore
import WaldoSurvey
import WaldoTime

/// The import of one file or part: the session of one survey.
struct ImportSession {
    private let item: ImportItem
    private let file: String
    private let writer: StoreWriter

    /// Opens the store, which may be new.
    /// - Throws: `StoreError` when it cannot be written.
    init(
        _ item: ImportItem, file: String, into store: String, _ options: SurveyImport.Options, uuid: String,
        started: Int64, mark: String, isFollowed: Bool
    ) throws {
        self.item = item
        self.file = file
        let plan = item.plan
        let title = options.title.map { title in item.label.map { "\(title), \($0)" } ?? title }
        let description = SurveyDescription(
            uuid: uuid, title: plan.titled(title ?? item.title), method: plan.method, started: started,
            arm: item.arm,
            sensor: SurveyDescription.File(name: plan.sensorSource.name, text: plan.sensorSource.text),
            graph: plan.graphSource.map { SurveyDescription.File(name: $0.name, text: $0.text) },
            location: plan.rules.text, startPosition: item.startPosition, version: Version.current,
            tags: options.tags + plan.tags.filter { !options.tags.contains($0) },
            allowsUpload: options.allowsUpload && plan.allowsUpload,
            device: item.device,
            characteristics: item.characteristics)
        let start = SessionStart(boot: mark, clockSource: "log", continuesSurvey: false, isFollowed: isFollowed)
        writer =
            access(store, F_OK) == 0
            ? try StoreWriter.append(path: store, description: description, start: start, whenFull: .wait)
            : try StoreWriter.create(path: store, description: description, start: start, whenFull: .wait)
    }

    /// Imports it.
    /// - Returns: the result in words.
    /// - Throws: `FileError` for a line of a recording that is wrong, `StoreError` for a store that fails,
    ///   `ExitStatus`. What was stored until then is an import that was cut off.
    mutating func run() throws -> String {
        let plan = item.plan
        var progress = Progress("Importing \(file)")
        defer { progress.clear() }
        let events = try item.open()
        let arm = try item.arm.map { (arm) throws(FileError) in try ParsedText.arm(arm.text, named: arm.name) }
        var machine = SurveyMachine(
            plan.sensor, graph: plan.graph, rules: plan.rules, arm: arm, isFile: item.isLog,
            isSimulated: plan.simulation != nil)
        var sink = ImportSink(writer, plan.sensor, isLog: item.isLog, isTracked: item.track != nil)
        var count = 0
        while let (at, event) = try events.next() {
            // What is computed has to follow from what is stored.
            writer.record(event, at: at)
            sink.willProcess(event)
            machine.step(event, at: at, &sink)
            count += 1
            if count % 1024 == 0 { try check() }
            progress.show(events.progress)
        }
        for (channel, account) in machine.accounts.enumerated() {
            writer.accepted(Int64(account.accepted), channel: channel)
            writer.measured(machine.measurements[channel], channel: channel)
        }
        try finish()
        return text(sink, machine.measurements)
    }

    private func check() throws {
        if let failure = writer.failure { throw failure }
        try Interruption.check()
    }

    /// Waits until everything is written and the indexes are built; there is no limit of time.
    private func finish() throws {
        while !writer.finish(within: .milliseconds(200)) { try check() }
    }

    // MARK: the result

    private func text(_ sink: ImportSink, _ measurements: [MeasurementAccount]) -> String {
        let rejected = sink.rejected.reduce(0, +)
        let reasons = zip(Reject.Reason.allCases, sink.rejected).filter { $0.1 > 0 }.map { "\($0.1) \($0.0.text)" }
        var text = SurveyNumber.count(sink.pieces, item.isLog ? "line" : "notification") + ", "
        if item.isLog { text += "\(sink.pieces - rejected) accepted, " }
        text += "\(rejected) rejected" + (reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))")
        text += ", " + SurveyNumber.count(sink.measurements, "measurement")
        if sink.unplaced > 0 { text += ", \(sink.unplaced) of them without a place" }
        text += ", " + SurveyNumber.count(sink.samples, "sample")
        if sink.undated > 0 {
            text += sink.undated == sink.samples ? " without a date" : ", \(sink.undated) of them without a date"
        }
        if sink.fixes > 0 { text += ", " + SurveyNumber.count(sink.fixes, "place") + " of the track" }
        let notices = [measurements.total.text, beginnings, sink.fixes == 0 ? mismatch : nil].compactMap(\.self)
        return ([text] + notices).joined(separator: "; ")
    }

    /// What is said of lines that are rejected though nothing is lost.
    private var beginnings: String? {
        guard item.beginnings > 0 else { return nil }
        let lines = item.beginnings == 1 ? "1 line begins a row" : "\(item.beginnings) lines begin rows"
        return "\(lines) whose quoted text has line ends, and no number is lost by them"
    }

    /// What is said where the track gave no place.
    private var mismatch: String? {
        item.track.map { track in
            "no point of \(SafeText.escaped(InputFile.name(track.name), upTo: .max)) is of these times: it is of "
                + "\(DateText.text(track.first, decimals: 0)) to \(DateText.text(track.last, decimals: 0)); look at its "
                + "dates or --zone"
        }
    }
}
