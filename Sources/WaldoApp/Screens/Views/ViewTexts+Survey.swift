import WaldoCore
import WaldoSurvey
import WaldoTerminal
import WaldoTime

/// The texts of the survey that is running.
extension ViewTexts {
    /// What it measures now.
    static func survey(
        _ view: SurveyView, _ status: SurveyStatus, _ state: LiveViewState, at elapsed: TimeSpan
    ) -> [UInt8] {
        var json = object("survey")
        json.add("t", elapsed / .milliseconds(1))
        json.add("elapsed", view.elapsed)
        json.add("left", view.left)
        json.add("title", view.title)
        json.add("file", [view.store?.name ?? "", view.stream].filter { !$0.isEmpty }.joined(separator: ", "))
        json.add("storeTrouble", view.store.map(trouble) ?? "")
        json.add("simulated", view.transport == .simulated)
        json.add("problem", view.problem, limit: 1_000)
        json.add("link", view.link.phase.rawValue)
        json.add("linkDetail", view.link.summary)
        if let age = view.age { json.add("age", age) }
        json.add("silent", view.isSilent)
        if view.isPaused { json.add("paused", true) }
        json.add("messages", view.messages)
        json.add("gaps", view.gaps)
        json.add("rejects", view.rejectedBytes)
        if let gap = status.lastGap { json.add("lastGap", ViewSlot.Interval(gap, shift: 0).reason) }
        if let reject = status.lastReject {
            json.add("lastReject", "\(reject.reason.text), \(SurveyNumber.count(reject.bytes.count, "byte"))")
        }
        if let place = view.position {
            var part = JSONObject()
            part.add("text", place.text)
            part.add("doubtful", place.isDoubtful)
            json.add("place", part)
        }
        json.add("streams", view.streams.indices.map { stream(view.streams[$0], status.streams[$0], state, $0) })
        json.add(
            "alarms",
            zip(view.alarms, status.alarms).map { alarm, change in
                var part = JSONObject()
                part.add("id", change.node)
                part.add("text", alarm.text)
                part.add("halts", alarm.halts)
                part.add("acknowledged", state.acknowledged.contains(change.node))
                return part
            })
        if let counts = status.counts { json.add("counts", counts) }
        json.add("nodes", state.nodes.map(node))
        if let raster = state.raster { json.add("raster", self.raster(raster)) }
        return json.finish()
    }

    private static func trouble(_ store: SurveyView.Store) -> String {
        if store.hasFailed { return "nothing more is stored" }
        return store.lostRows > 0 ? "\(SurveyNumber.count(store.lostRows, "row")) lost" : ""
    }

    private static func stream(
        _ stream: SurveyView.Stream, _ status: SurveyStatus.Stream, _ state: LiveViewState, _ number: Int
    ) -> JSONObject {
        var part = JSONObject()
        part.add("name", stream.name)
        part.add("number", stream.number)
        part.add("unit", stream.unit)
        part.add("words", stream.words)
        part.add("validity", stream.validity.rawValue)
        if let value = status.newest?.value { part.add("value", value) }
        if let sigma = status.newest?.sigma { part.add("sigma", sigma) }
        if state.windows.indices.contains(number), let window = state.windows[number] { part.add("window", window) }
        if let quantity = status.description.quantity { part.add("quantity", quantity) }
        if state.exposures.indices.contains(number), let exposure = state.exposures[number] {
            part.add("integral", true)
            part.add("measured", SurveyNumber.duration(exposure.measured))
            part.add("unmeasured", SurveyNumber.duration(exposure.unmeasured))
        }
        return part
    }

    private static func node(_ value: GraphValue?) -> JSONObject {
        var part = JSONObject()
        let words = value.map { SurveyNumber.restrictions($0.flags) } ?? []
        part.add("number", value?.value.map { SurveyNumber.number($0, sigma: value?.sigma) } ?? "")
        part.add("words", words)
        let isInvalid = value?.value == nil || value?.flags.isDisjoint(with: [.invalid, .saturated]) == false
        part.add("validity", isInvalid ? "invalid" : words.isEmpty ? "valid" : "restricted")
        return part
    }

    private static func raster(_ raster: RasterStatus) -> JSONObject {
        var part = JSONObject()
        part.add("phase", raster.phase.rawValue)
        part.add("text", raster.text)
        part.add("point", raster.point)
        part.add("points", raster.points)
        part.add("skipped", raster.skipped)
        part.add("left", SurveyNumber.duration(raster.left))
        return part
    }
}
