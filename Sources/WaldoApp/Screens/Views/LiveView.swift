import WaldoCore
import WaldoLoop
import WaldoSurvey
import WaldoTerminal
import WaldoTime

/// Who sends what a `LiveView` has to the pages.
@LoopActor
protocol LiveViewDelegate: AnyObject {
    /// Something that is shown has changed.
    func liveHasChanged()
    /// More than that has: streams, gaps or alarms of the slot.
    func liveSlotHasChanged()
}

/// Keeps what pages show of the running survey.
@LoopActor
final class LiveView: SurveyObserver, SurveyViewDelegate {
    /// The running survey as a slot, and its graph.
    private(set) var slot = ViewSlot()
    let graph: Graph
    weak var delegate: (any LiveViewDelegate)?

    private let start: Instant
    private let survey: LiveSurvey
    private let alarmText: AlarmText
    private var observer: SurveyViewObserver?
    private var state = LiveViewState()
    /// What the raster does; nil: there is none.
    var raster: RasterStatus? {
        get { state.raster }
        set { state.raster = newValue }
    }

    /// - Parameters:
    ///   - store: the survey's file; nil: nothing is kept.
    ///   - start: the zero of the times that pages receive.
    ///   - duration: how long it lasts; nil: until it is ended.
    init(_ survey: LiveSurvey, _ plan: SurveyPlan, store: String?, start: Instant, duration: TimeSpan? = nil) {
        graph = plan.graph
        self.start = start
        self.survey = survey
        alarmText = AlarmText(plan.graph)
        slot.isLive = true
        slot.graph = graph
        slot.store = store
        slot.title = plan.title ?? store.map { String($0.split(separator: "/").last ?? "") } ?? plan.sensor.name
        let renderer = SurveyRenderer(plan, start: Monotonic.now(), duration: duration, file: store)
        observer = SurveyViewObserver(renderer, of: survey, logsLink: false, delegate: self)
        survey.add(self)
    }

    func close() { observer?.close() }

    func surveyChanged() { delegate?.liveHasChanged() }

    func surveyHappened(_ line: String) {}

    /// The operator has heard an alarm.
    func acknowledge(_ alarm: String) {
        guard survey.status.alarms.contains(where: { $0.node == alarm }) else { return }
        state.acknowledged.insert(alarm)
        delegate?.liveHasChanged()
    }

    /// The text for the pages.
    func text(at now: Instant) -> [UInt8] {
        state.nodes = survey.presentValues
        state.exposures = graph.outputs.indices.map { survey.exposure(ofOutput: $0) }
        return ViewTexts.survey(observer?.view(at: now) ?? SurveyView(), survey.status, state, at: now - start)
    }

    private func milliseconds(_ time: Instant) -> Double { (time - start).inSeconds * 1_000 }

    func report(_ report: SurveyReport, _ status: SurveyStatus) {
        switch report {
        case .stream(let number, let description):
            let output = graph.outputs.indices.contains(number) ? graph.outputs[number].valueIndex : nil
            state.windows.append(output.flatMap { graph.node(at: $0) }.flatMap { ViewTexts.window($0.kind) })
            slot.add(description)
            delegate?.liveSlotHasChanged()
        case .sample(let sample):
            guard status.streams.indices.contains(sample.stream) else { return }
            if slot.add(sample, at: milliseconds(sample.middle)) { delegate?.liveSlotHasChanged() }
        case .alarm(let change):
            // Another cause is another alarm: it is to be heard again.
            state.acknowledged.remove(change.node)
            slot.add(mark: alarmText.text(change), at: milliseconds(change.at))
            delegate?.liveSlotHasChanged()
            delegate?.liveHasChanged()
        case .gap(let gap):
            slot.add(gap: ViewSlot.Interval(gap, shift: -(start - .clockStart).inSeconds * 1_000))
            delegate?.liveSlotHasChanged()
        case .reject: delegate?.liveHasChanged()
        case .message, .forbidsUpload, .match, .fix, .link, .paused, .relay, .store, .note: break
        }
    }
}
