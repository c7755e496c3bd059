internal import WaldoCore
internal import WaldoMap
internal import WaldoStore
internal import WaldoTime

/// A survey of the folder that pages look at. Its samples are read a stream at a time, when a page wants them.
struct OpenedSurvey: Sendable {
    /// A session's newest run, and the slot's milliseconds at the zero of the session's clock.
    private struct Session: Sendable {
        let run: Int64
        let shift: Double
    }

    let item: SurveyFolder.Item
    /// What there is, without samples.
    let slot: ViewSlot
    private let sessions: [Session]

    /// Reads what there is.
    /// - Throws: `StoreError`, `Failure`.
    init(_ item: SurveyFolder.Item) throws {
        let reader = try StoreReader(path: item.path, evenWithoutLog: true)
        let survey = try SurveyChoice.survey(item.survey, in: reader.surveys(), of: item.path)
        var slot = ViewSlot(), sessions: [Session] = [], zero: (utc: Int64?, middle: Double)?
        (slot.title, slot.store, slot.survey) = (item.title, item.path, item.survey)
        slot.graph = try survey.newestGraph.map(ParsedFile.graph)
        let alarmText = AlarmText(slot.graph)
        for run in survey.sessions.compactMap(\.runs.last) {
            for stream in run.streams { slot.add(stream) }
            var first: (utc: Int64?, middle: Double)?, place: Place?
            try reader.samples(ofRun: run.id) { sample, _ in
                if first == nil { first = (sample.utc, Self.milliseconds(sample.middle)) }
                if place == nil { place = sample.place }
                return place == nil && run.streams.contains { $0.placed > 0 }
            }
            guard let first else { continue }
            let start = zero ?? first
            zero = start
            slot.begin(utc: start.utc, place)
            var shift = -start.middle
            if let utc = first.utc, let begun = start.utc { shift = Double(utc - begun) / 1_000 - first.middle }
            sessions.append(Session(run: run.id, shift: shift))
            for alarm in try reader.alarms(ofRun: run.id) {
                slot.add(mark: alarmText.text(alarm), at: Self.milliseconds(alarm.at) + shift)
            }
            for gap in try reader.gaps(ofRun: run.id) { slot.add(gap: ViewSlot.Interval(gap, shift: shift)) }
        }
        (self.item, self.slot, self.sessions) = (item, slot, sessions)
    }

    /// The samples of a stream.
    /// - Throws: `StoreError`.
    func series(_ stream: Int) throws -> SampleSeries {
        let reader = try StoreReader(path: item.path, evenWithoutLog: true), name = slot.streams[stream].name
        var series = SampleSeries()
        for session in sessions {
            try reader.samples(ofRun: session.run) { sample, description in
                if description.name == name {
                    series.append(sample, at: Self.milliseconds(sample.middle) + session.shift, on: slot.plane)
                }
                return true
            }
        }
        return series
    }

    private static func milliseconds(_ time: Instant) -> Double { (time - .clockStart).inSeconds * 1_000 }
}
