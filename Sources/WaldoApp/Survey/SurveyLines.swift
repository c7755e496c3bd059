import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSurvey
import WaldoTime

/// Writes a survey as JSON Lines: `reading`, `sample`, `fix`, `alarm`, `gap`, `reject`, `graph`.
@LoopActor
final class SurveyLines: SurveyObserver {
    private let writer: LineWriter
    private let start: Instant
    private let sensor: Sensor

    init(_ writer: LineWriter, start: Instant, _ sensor: Sensor) {
        self.writer = writer
        self.start = start
        self.sensor = sensor
    }

    func report(_ report: SurveyReport, _ status: SurveyStatus) {
        switch report {
        case .stream(_, let description): stream(description)
        case .message(let message): self.message(message)
        case .sample(let sample): self.sample(sample, of: status.streams[sample.stream].description)
        case .alarm(let change): alarm(change)
        case .gap(let gap): self.gap(gap)
        case .reject(let reject): self.reject(reject)
        case .fix(let fix): self.fix(fix)
        case .link(let state): link(state)
        case .note(let text): note(text)
        case .paused(let isPaused): note(SurveyRenderer.words(isPaused: isPaused))
        case .forbidsUpload: note(SurveyRenderer.forbidsUpload)
        case .match(let change): match(change)
        case .relay(let state): relay(state)
        case .store: break
        }
    }

    private func stream(_ description: StreamDescription) {
        begin("stream", at: Monotonic.now())
        writer.field("stream", quoted: description.name)
        writer.field("unit", quoted: description.unit)
        if let quantity = description.quantity { writer.field("quantity", quoted: quantity) }
        writer.endObject()
    }

    private func message(_ message: SensorMessage) {
        let format = sensor.messages[message.format]
        begin("reading", at: message.at)
        writer.field("message", quoted: format.name)
        for (index, field) in format.fields.enumerated() {
            if let number = message.number(index) { writer.field(named: field.name, number: number) }
        }
        flags(message.flags)
        writer.endObject()
    }

    private func sample(_ sample: Sample, of stream: StreamDescription) {
        begin("sample", at: sample.middle)
        writer.field("stream", quoted: stream.name)
        writer.field("seq", sample.sequence)
        if let value = sample.value { writer.field("value", number: value) }
        if let low = sample.low, let high = sample.high {
            writer.field("low", number: low)
            writer.field("high", number: high)
        }
        writer.field("unit", quoted: stream.unit)
        if let utc = sample.utc { writer.field("time", quoted: DateText.text(utc)) }
        flags(sample.flags)
        if let place = sample.place { self.place(place) }
        writer.endObject()
    }

    private func alarm(_ change: AlarmChange) {
        begin("alarm", at: change.at)
        writer.field("alarm", quoted: change.node)
        writer.field("state", quoted: change.cause?.rawValue ?? "clear")
        if let value = change.value { writer.field("value", number: value) }
        if change.halts { writer.field("halts", flag: true) }
        writer.endObject()
    }

    private func gap(_ gap: Gap) {
        begin("gap", at: gap.to)
        writer.field("cause", quoted: gap.cause.rawValue)
        writer.field("us", (gap.to - gap.from).microseconds)
        if let missing = gap.missing { writer.field("missing", Int64(missing)) }
        writer.endObject()
    }

    private func reject(_ reject: Reject) {
        begin("reject", at: reject.at)
        writer.field("reason", quoted: reject.reason.rawValue)
        if let field = reject.field { writer.field("field", quoted: field) }
        writer.field("bytes", hex: reject.bytes)
        writer.endObject()
    }

    private func fix(_ fix: Fix) {
        begin("fix", at: fix.at)
        writer.field("source", quoted: fix.source.rawValue)
        writer.field("valid", flag: fix.isValid)
        place(fix.place)
        if let satellites = fix.satellites { writer.field("satellites", Int64(satellites)) }
        writer.endObject()
    }

    private func link(_ state: LinkStatus) {
        begin("sensor-link", at: Monotonic.now())
        writer.field("state", quoted: state.phase.name)
        if !state.name.isEmpty { writer.field("name", quoted: state.name) }
        if !state.address.isEmpty { writer.field("address", quoted: state.address) }
        if !state.detail.isEmpty { writer.field("detail", quoted: state.detail) }
        writer.endObject()
    }

    private func note(_ text: String) {
        begin("note", at: Monotonic.now())
        writer.field("detail", quoted: text)
        writer.endObject()
    }

    private func match(_ change: GraphMatch.Change) {
        begin("graph", at: change.at)
        writer.field("state", word: change.problem == nil ? "matched" : "unmatched")
        if let problem = change.problem { writer.field("detail", quoted: problem) }
        writer.endObject()
    }

    private func relay(_ state: RelayStatus) {
        begin("relay", at: Monotonic.now())
        writer.field("state", quoted: state.state.name)
        writer.field("acknowledged", Int64(state.acknowledged))
        writer.field("pending", Int64(state.pending))
        if let error = state.error { writer.field("error", quoted: error) }
        writer.endObject()
    }

    private func begin(_ event: StaticString, at time: Instant) {
        writer.beginEvent(event, at: time - start)
    }

    private func flags(_ flags: SampleFlags) {
        guard !flags.isEmpty else { return }
        let names = SampleFlags.names.filter { flags.contains($0.flag) }.map(\.name)
        writer.field("flags", quoted: names.joined(separator: " "))
    }

    private func place(_ place: Place) {
        let isWorld = place.system == .world
        writer.field(isWorld ? "longitude" : "x", number: place.x)
        writer.field(isWorld ? "latitude" : "y", number: place.y)
        if let z = place.z { writer.field(isWorld ? "height" : "z", number: z) }
        if let accuracy = place.accuracy { writer.field("accuracy", number: accuracy) }
    }
}
