import WaldoCore
import WaldoFiles
import WaldoStore
import WaldoSurvey
import WaldoTime

/// Exports the samples of one run. Where a log is among the files, it reads the session's events beside them, for the
/// ends of the log's rows.
final class RunExport {
    private let targets: ExportTargets
    private let window: UTCWindow
    private let isPruned: Bool
    private var moments: RowMoments?
    private let places: TrustedPlaces
    /// Of a survey whose raw rows were pruned: samples that wait for one behind their end, which gives its place.
    private var waiting: [Sample] = []
    private var exported = 0
    private var failure: (any Error)?
    /// Samples outside of the window.
    private(set) var outside = 0

    /// - Parameters:
    ///   - moments: what is known of the ends of a log's rows; nil: none is written.
    ///   - places: which places are trusted.
    init(
        _ targets: ExportTargets, _ window: UTCWindow, _ moments: RowMoments?, _ places: TrustedPlaces, isPruned: Bool
    ) {
        self.targets = targets
        self.places = places
        self.window = window
        self.moments = moments
        self.isPruned = isPruned
    }

    /// Exports them.
    /// - Parameter prepare: gives a sample the number of its stream in the files.
    /// - Throws: `StoreError`, `ExportError`, `FileError`, `ExitStatus`.
    func run(
        _ run: Int64, of session: Int64, _ reader: StoreReader, prepare: (inout Sample) -> Void
    ) throws {
        if moments == nil {
            try reader.samples(ofRun: run) { sample, _ in
                var sample = sample
                prepare(&sample)
                export(sample)
                return failure == nil
            }
        } else {
            try reader.samples(ofRun: run, of: session) { sample, _, events in
                var sample = sample
                prepare(&sample)
                if isPruned { wait(for: sample) } else { export(sample, with: events) }
                return failure == nil
            }
            for sample in waiting where failure == nil { export(sample) }
        }
        if let failure { throw failure }
        try targets.endRun(at: moment)
    }

    private func moment(_ end: Instant) -> BGeigieMoment { moments?.moment(of: end) ?? BGeigieMoment() }

    private func export(_ sample: Sample) {
        let isWanted = window.contains(sample.utc)
        if !isWanted { outside += 1 }
        exported += 1
        do {
            let isTrusted = try !isWanted || !targets.needsTrust || places.trusts(sample)
            try targets.export(sample, isWanted: isWanted, isTrusted: isTrusted, at: moment)
            if exported % 1024 == 0 { try Interruption.check() }
        } catch {
            failure = error
        }
    }

    private func export(_ sample: Sample, with events: EventQueue) {
        if sample.stream == targets.rowStream {
            do throws(StoreError) {
                try read(events, for: sample.to)
            } catch {
                failure = error
                return
            }
        }
        export(sample)
    }

    /// Reads as far ahead as what is known of a row's end may depend on it.
    private func read(_ events: EventQueue, for end: Instant) throws(StoreError) {
        var read = Instant.distantPast
        while let due = moments?.due(for: end), due > read {
            try events.drain(upTo: due) { moments?.process($0, at: $1) }
            if events.isEmpty { moments?.end() }
            read = due
        }
    }

    private func wait(for sample: Sample) {
        moments?.process(sample)
        waiting.append(sample)
        while failure == nil, let first = waiting.first, first.to <= sample.middle { export(waiting.removeFirst()) }
    }
}
