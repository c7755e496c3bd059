import WaldoCore
import WaldoTime

/// Reads `begin` and `end` of an arm file: what is sent before the first command on each link, and after the last one.
enum StepsReader {
    /// The most that all waits of `begin` may take.
    private static let longestBegin: TimeSpan = .seconds(30)
    /// The most that `end` may take: a drive that ends does not wait longer.
    private static let longestEnd: TimeSpan = .milliseconds(500)

    static func steps(_ top: YamlSection, of arm: Arm) throws(FileError) -> LinkSteps {
        var steps = LinkSteps()
        for value in top["begin"]?.oneOrMore ?? [] {
            let section = try value.section(["send", "wait", "expect", "within", "moves"])
            steps.begin.append(try step(section, arm))
            if let moves = section["moves"] {
                guard section["send"] != nil else {
                    throw moves.error("`\(moves.name)` says that bytes move the arm; put it beside `send`")
                }
                if try moves.flag() { steps.beginMoves = true }
            }
        }
        for value in top["end"]?.oneOrMore ?? [] {
            steps.end.append(try step(try value.section(["send", "wait", "expect", "within"]), arm))
        }
        try check(steps.begin, arm, longestBegin, top["begin"])
        try check(steps.end, arm, longestEnd, top["end"])
        return steps
    }

    /// The constant bytes of one write: as a frame that carries no number.
    static func bytes(_ value: YamlValue, _ link: ArmLink) throws(FileError) -> Frame {
        let fields = try FrameReader.fields(value, .none)
        guard !fields.contains(where: { $0.field == .sequence }) else {
            throw value.error("`\(value.name)` is sent as it is, and has no `sequence`; write a byte")
        }
        let template = FrameTemplate(fields.map(\.field)), nothing = PerChannel<Int32>([0]), decimals = PerChannel([0])
        let count = template.count(nothing, own: Channel(0), decimals: decimals)
        guard count <= link.max else {
            throw value.error("`\(value.name)` has \(count) bytes, and one write takes \(link.limit); split it")
        }
        return template.rendered(nothing, own: Channel(0), decimals: decimals)
    }

    private static func step(_ section: YamlSection, _ arm: Arm) throws(FileError) -> LinkSteps.Step {
        if let within = section["within"], section["expect"] == nil {
            throw within.error("`within` limits the wait for an answer; put it beside `expect`")
        }
        switch (section["send"], section["wait"], section["expect"]) {
        case (let send?, nil, nil): return .send(try bytes(send, arm.link))
        case (nil, let wait?, nil): return .wait(try wait.duration(in: TimeSpan.milliseconds(1)...longestBegin))
        case (nil, nil, let expect?):
            let within = try section["within"]?.duration(in: TimeSpan.milliseconds(50)...longestBegin)
            return .expect(try answer(expect, arm), within: within ?? .seconds(2))
        default: throw section.value.error("a step has either `send` or `wait` or `expect`; split it")
        }
    }

    private static func answer(_ value: YamlValue, _ arm: Arm) throws(FileError) -> ReportPattern {
        guard arm.link.isAnswered else {
            throw value.error("an answer is read from notifications, and `link` has no `notify`; add it")
        }
        return try ReportsReader.pattern(value, arm.profiles.list.map(\.name))
    }

    /// Checks that the waits, and the pacing between the writes, are over in time.
    private static func check(
        _ steps: [LinkSteps.Step], _ arm: Arm, _ longest: TimeSpan, _ value: YamlValue?
    ) throws(FileError) {
        guard let value else { return }
        guard !steps.isEmpty else { throw value.error("`\(value.name)` is empty; expected steps, or take it out") }
        if let first = steps.firstIndex(where: { if case .wait = $0 { false } else { true } }),
            case .expect = steps[first]
        {
            throw value.error("an `expect` waits for the answer to a `send`; put one before it")
        }
        let takes = steps.reduce(TimeSpan.zero) { total, step in
            switch step {
            case .send: total + arm.pacing.interval
            case .wait(let span), .expect(_, let span): total + span
            }
        }
        guard takes <= longest else {
            throw value.error(
                "the steps of `\(value.name)` take \(TimeText.text(takes)), over \(TimeText.text(longest)); shorten them"
            )
        }
    }
}
