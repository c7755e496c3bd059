internal import WaldoCore
internal import WaldoLoop
internal import WaldoTerminal
internal import WaldoTime

/// Keeps what pages show of the running survey.
@LoopActor
final class LiveView: SurveyObserver {
    /// The running survey as a slot, and its graph.
    private(set) var slot = ViewSlot()
    let graph: Graph
    /// Called when something that is shown has changed, or more than that: streams, gaps or alarms of the slot.
    var changed: @LoopActor () -> Void = {}, slotChanged: @LoopActor () -> Void = {}

    private let sensor: Sensor
    private let start: Instant
    private let survey: LiveSurvey
    private let alarmText: AlarmText
    private var tile: SurveyTileObserver?
    private var state = LiveViewState()
    /// The stream of counts, of which all are summed.
    private let counted: Int?

    init(_ survey: DriveSurvey, _ plan: SurveyPlan, start: Instant) {
        (sensor, graph) = (plan.sensor, plan.graph)
        self.start = start
        self.survey = survey.survey
        alarmText = AlarmText(plan.graph)
        let leading = graph.inputs.first(where: \.isCounts)
        counted = leading.flatMap { input in plan.sensor.streams.firstIndex { $0.description.name == input.stream } }
        if counted != nil { state.counts = 0 }
        slot.isLive = true
        slot.graph = graph
        slot.store = survey.storePath
        slot.title =
            plan.title ?? survey.storePath.map { String($0.split(separator: "/").last ?? "") } ?? plan.sensor.name
        tile = survey.observer(.init(changed: { [weak self] in self?.changed() }, happened: { _ in }))
        survey.survey.add(self)
    }

    func close() { tile?.close() }

    /// The operator has heard an alarm.
    func acknowledge(_ alarm: String) {
        guard state.alarms.contains(alarm) else { return }
        state.acknowledged.insert(alarm)
        changed()
    }

    /// The text for the pages.
    func text(_ raster: RasterShown?, at now: Instant) -> [UInt8] {
        state.raster = raster
        state.nodes = survey.presentValues
        for output in graph.outputs.indices where state.streams.indices.contains(output) {
            state.streams[output].exposure = survey.exposure(ofOutput: output)
        }
        let view = tile?.view(at: now) ?? SurveyView()
        return ViewTexts.survey(view, state, at: now - start)
    }

    private func milliseconds(_ time: Instant) -> Double { (time - start).inSeconds * 1_000 }

    // MARK: results

    func stream(_ number: Int, _ description: StreamDescription) {
        var shown = LiveViewState.Stream()
        shown.quantity = description.quantity
        if graph.outputs.indices.contains(number) {
            shown.window = graph.node(at: graph.outputs[number].place).flatMap { ViewTexts.window($0.kind) }
        }
        state.streams.append(shown)
        slot.add(description)
        slotChanged()
    }

    func message(_ message: SensorMessage) {
        guard let counted, let place = sensor.streams[counted].places[message.format],
            let number = message.number(place.field), number > 0, number < 1e9
        else { return }
        state.counts = (state.counts ?? 0) + Int(number)
    }

    func sample(_ sample: Sample) {
        guard state.streams.indices.contains(sample.stream) else { return }
        state.streams[sample.stream].newest = sample
        if slot.add(sample, at: milliseconds(sample.middle)) { slotChanged() }
    }

    func alarm(_ change: AlarmChange) {
        state.take(change)
        slot.add(mark: alarmText.text(change), at: milliseconds(change.at))
        slotChanged()
        changed()
    }

    func gap(_ gap: Gap) {
        let interval = ViewSlot.Interval(gap, shift: -(start - .clockStart).inSeconds * 1_000)
        state.lastGap = interval.reason
        slot.add(gap: interval)
        slotChanged()
    }

    func reject(_ reject: Reject) {
        state.lastReject = "\(reject.reason.words), \(SurveyNumber.count(reject.bytes.count, "byte"))"
        changed()
    }

    func fix(_ fix: Fix) {}
    func link(_ state: LinkShown) {}
    func note(_ text: String) {}
}
