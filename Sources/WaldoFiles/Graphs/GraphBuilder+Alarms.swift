import WaldoCore
import WaldoSurvey
import WaldoTime

/// Alarms, and the rules by which samples are located.
extension GraphBuilder {
    private static let times = TimeSpan.milliseconds(100)...TimeSpan.seconds(86_400)

    mutating func alarm(_ draft: GraphNodeDraft) throws(FileError) -> GraphNode {
        let (index, unit) = try input(draft)
        var alarm = try common(draft)
        alarm.above = try draft.section["above"]?.quantity(in: unit)
        alarm.below = try draft.section["below"]?.quantity(in: unit)
        guard alarm.above != nil || alarm.below != nil || alarm.silent != nil else {
            throw draft.location.error("nothing raises `\(draft.name)`; add `above`, `below` or `silent`")
        }
        if let above = alarm.above, let below = alarm.below, let value = draft.section["above"], above <= below {
            throw value.error("every value is above `above` or below `below`; put `above` higher")
        }
        alarm.clear = try draft.section["clear"].map { (value) throws(FileError) in
            let clear = try value.quantity(in: unit)
            switch (alarm.above, alarm.below) {
            case (let above?, nil) where clear <= above: break
            case (nil, let below?) where clear >= below: break
            case (nil, nil): throw value.error("`\(value.name)` stands without a level; add `above` or `below`")
            case (_?, _?): throw value.error("`\(value.name)` is for one level; make two alarms of `above` and `below`")
            default:
                throw value.error("`\(value.name)` is where the alarm is raised; put it on the other side of the level")
            }
            return clear
        }
        if let value = draft.section["for"] {
            guard alarm.above != nil || alarm.below != nil else {
                throw value.error("`\(value.name)` stands without a level; add `above` or `below`")
            }
            alarm.hold = try value.span(in: .zero...TimeSpan.seconds(3600))
        }
        return GraphNode(name: draft.name, kind: .alarm(alarm), inputs: [index])
    }

    mutating func anomaly(_ draft: GraphNodeDraft) throws(FileError) -> GraphNode {
        let index = try rawCounts(draft)
        let over = try draft.section["over"].map { (value) throws(FileError) in try value.span(in: Self.times) }
        let value = try draft.section.required("baseline")
        let baseline = try value.span(in: Self.times)
        if let over, baseline < over {
            throw value.error("`\(value.name)` is shorter than `over`; make the baseline the longer one")
        }
        let (probability, sigma) = try bound(draft)
        return GraphNode(
            name: draft.name,
            kind: .anomaly(
                GraphAnomaly(over: over, baseline: baseline, probability: probability, sigma: sigma),
                try common(draft)),
            inputs: [index])
    }

    private func bound(_ draft: GraphNodeDraft) throws(FileError) -> (probability: Double, sigma: Int) {
        let table = GraphAnomaly.oneSided
        guard let value = draft.section["probability"] else {
            let sigma = try draft.section["sigma"]?.integer(in: 1...table.count) ?? 5
            return (table[sigma - 1], sigma)
        }
        if let sigma = draft.section["sigma"] {
            throw sigma.error("`\(sigma.name)` and `probability` exclude each other; keep one")
        }
        let probability = try value.quantity(in: .one)
        guard probability >= table[table.count - 1], probability <= table[0] else {
            throw value.mismatch(expected: "a probability from `1.3e-12` to `0.158`")
        }
        return (probability, 1 + (table.firstIndex { $0 <= probability } ?? table.count - 1))
    }

    /// What all alarms have.
    private func common(_ draft: GraphNodeDraft) throws(FileError) -> GraphAlarm {
        let silent = try draft.section["silent"].map { (value) throws(FileError) in try value.span(in: Self.times) }
        let halts = try draft.section["halt"]?.flag() ?? false
        if halts, silent == nil, let value = draft.section["halt"] {
            throw value.error(
                "`\(draft.name)` halts the arm, and a sensor that is silent would not; add `silent: 5 s`, the longest "
                    + "time without a valid value")
        }
        return GraphAlarm(silent: silent, halts: halts, acceptsPartial: try draft.section["partial"]?.flag() ?? false)
    }

    mutating func locate(_ draft: GraphNodeDraft) throws(FileError) -> GraphNode {
        guard graph.location == nil else {
            throw draft.location.error("a second node states how samples are located; keep one of them")
        }
        var rules = LocationRules()
        rules.sources = []
        for value in draft.operand.oneOrMore {
            let words = Fix.Source.allCases.map(\.rawValue)
            let expected = words.map { "`\($0)`" }.joined(separator: " or ")
            let text = try value.text(expected: expected)
            guard let source = Fix.Source(rawValue: text) else {
                throw value.mismatch(text, among: words, expected: expected)
            }
            guard !rules.sources.contains(source) else {
                throw value.error("`\(text)` appears more than once here; keep one of them")
            }
            rules.sources.append(source)
        }
        guard !rules.sources.isEmpty else {
            throw draft.operand.error("`\(draft.operand.name)` is empty; name a source")
        }
        let days = TimeSpan.zero...TimeSpan.seconds(366 * 86_400)
        if let value = draft.section["stale"] { rules.stale = try value.span(in: days) }
        if let value = draft.section["across"] { rules.across = try value.span(in: days) }
        if let value = draft.section["later"] { rules.later = try value.span(in: .zero...TimeSpan.seconds(60)) }
        graph.location = rules
        return GraphNode(name: draft.name, kind: .locate(rules), inputs: [])
    }
}
