import WaldoCore
import WaldoFiles
import WaldoTime

/// A drive's summary as one JSON object, for other programs; times in microseconds, as in the recording.
extension LogReport {
    /// The object, on one line.
    package var json: String {
        var json = JSONObject()
        json.add("file", whole: file)
        json.add("waldo", whole: header.version)
        json.add("started", Int(header.started))
        json.add("time", whole: WallTime(started: header.started).text(.clockStart))
        json.add("duration", summary.duration)
        json.add("arm", whole: header.arm.name)
        json.add("mapping", whole: header.mapping.name)
        json.add("input", whole: header.input.name)
        json.add("override", summary.isOverride)
        json.add("simulation", whole: header.simulation)
        json.add("torn", isTorn)
        json.add("status", whole: summary.status.map { Int($0) })
        json.add("steps", summary.steps)
        json.add("commands", summary.commands)
        json.addObject("channels") { json in
            for channel in arm.channels {
                let figures = summary.channels[channel]
                json.addObject(arm.profiles[channel].name) { json in
                    json.add("commands", figures.commands)
                    json.add("perSecond", figures.gaps.rate)
                    json.add("gaps", figures.gaps)
                }
            }
        }
        json.add("writes", summary.writes)
        json.add("lateness", summary.lateness)
        json.add("refused", summary.refused)
        json.add("gone", summary.gone)
        json.add("dropped", summary.drops)
        json.add("linkLosses", summary.link.losses)
        json.add("linkDown", summary.link.down)
        json.addObject("halts") { json in
            for (halt, count) in zip(HaltReason.allCases, summary.halts) where count > 0 {
                json.add("\(halt.name)", count)
            }
        }
        json.add("stops", summary.stops)
        if !summary.stopCauses.isEmpty {
            json.addObject("stopsBy") { json in for cause in summary.stopCauses { json.add(cause.name, cause.count) } }
        }
        json.add("resumes", summary.resumes)
        json.add("inputLosses", summary.inputLosses)
        json.add("resyncs", summary.resyncs)
        json.add("notifications", summary.notifications)
        return json.text
    }
}

extension JSONObject {
    /// Adds a length of time in microseconds.
    fileprivate mutating func add(_ key: String, _ span: TimeSpan) { add(key, Int(span.microseconds)) }

    /// Adds the least, the greatest and two quantiles of lengths of time, in microseconds.
    fileprivate mutating func add(_ key: String, _ spans: Histogram) {
        addObject(key) { json in
            json.add("count", spans.count)
            json.add("min", whole: spans.least.map { Int($0.microseconds) })
            json.add("p50", whole: spans.quantile(0.5).map { Int($0.microseconds) })
            json.add("p99", whole: spans.quantile(0.99).map { Int($0.microseconds) })
            json.add("max", whole: spans.greatest.map { Int($0.microseconds) })
        }
    }
}
