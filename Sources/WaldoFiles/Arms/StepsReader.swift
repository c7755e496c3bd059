internal import WaldoCore
internal import WaldoTime

/// Reads `begin` and `end` of an arm file: what is sent before the first command on each link, and after the last one.
enum StepsReader {
    /// The most that all waits of `begin` may take.
    private static let longestBegin: TimeSpan = .seconds(30)
    /// The most that `end` may take: a drive that ends does not wait longer.
    private static let longestEnd: TimeSpan = .milliseconds(500)

    static func steps(_ top: YamlSection, of arm: Arm) throws(FileError) -> LinkSteps {
        var steps = LinkSteps()
        for value in top["begin"]?.oneOrMore ?? [] {
            let section = try value.section(["send", "wait", "moves"])
            steps.begin.append(try step(section, arm))
            if let moves = section["moves"] {
                guard section["send"] != nil else {
                    throw moves.error("`\(moves.name)` says that bytes move the arm; put it beside `send`")
                }
                if try moves.flag() { steps.beginMoves = true }
            }
        }
        for value in top["end"]?.oneOrMore ?? [] {
            steps.end.append(try step(try value.section(["send", "wait"]), arm))
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
        switch (section["send"], section["wait"]) {
        case (let send?, nil): return .send(try bytes(send, arm.link))
        case (nil, let wait?): return .wait(try wait.duration(in: TimeSpan.milliseconds(1)...longestBegin))
        default: throw section.value.error("a step has either `send` or `wait`; split it")
        }
    }

    /// Checks that the waits, and the pacing between the writes, are over in time.
    private static func check(
        _ steps: [LinkSteps.Step], _ arm: Arm, _ longest: TimeSpan, _ value: YamlValue?
    ) throws(FileError) {
        guard let value else { return }
        guard !steps.isEmpty else { throw value.error("`\(value.name)` is empty; expected steps, or take it out") }
        let takes = steps.reduce(TimeSpan.zero) { total, step in
            if case .wait(let span) = step { total + span } else { total + arm.pacing.interval }
        }
        guard takes <= longest else {
            throw value.error(
                "the steps of `\(value.name)` take \(TimeText.text(takes)), over \(TimeText.text(longest)); shorten them"
            )
        }
    }
}
