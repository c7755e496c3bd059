package import WaldoCore
import WaldoFiles
import WaldoSurvey
package import WaldoTime

/// A raster as the operator asks for it, checked against an arm and a sensor.
package struct RasterRequest {
    /// The plan.
    package let raster: RasterPlan
    /// How long the sensor counts for one message.
    package let exposure: TimeSpan
    private let arm: Arm

    /// Checks what is asked for.
    /// - Parameters:
    ///   - over: for each axis `CHANNEL=A..B/STEP`, the one that moves fastest first.
    ///   - choice: who chose the arm, see `Setting.armChoice`.
    /// - Throws: `Failure`: a channel that the arm has not, numbers beyond its range or behind its fence, a
    ///   sensor or graph without a result for a point.
    package init(
        _ over: [String], dwell: RasterDwell, of arm: Arm, choice: String = "", survey: SurveyPlan
    ) throws {
        self.arm = arm
        guard arm.pose != nil else {
            throw Failure(
                .file,
                "the arm “\(SafeText.escaped(arm.name))” has no `pose:`, so that nobody knows where its hand is; add one to its "
                    + "file\(choice)")
        }
        guard survey.graph.hasSpotOutputs else {
            throw Failure(
                .file,
                """
                the graph “\(SafeText.escaped(survey.graph.name))” has no result for a point: an output that is a mean, or a window \
                with `per`; choose another with --graph
                """)
        }
        guard survey.rules.sources.contains(.arm) else {
            throw Failure(.usage, "a raster's places are those of the arm; leave --locate out, or add arm to it")
        }
        exposure = Self.exposure(survey)
        try Self.check(dwell, Self.statedExposure(survey))
        var axes: [RasterAxis] = []
        for text in over {
            let axis = try Self.axis(text, arm, choice)
            guard !axes.contains(where: { $0.channel == axis.channel }) else {
                throw Failure(
                    .usage, "--over: \(arm.profiles[axis.channel].name) is there twice; give it one range")
            }
            axes.append(axis)
        }
        let points = axes.reduce(1.0) { $0 * Double($1.numbers.count) }
        guard points <= Double(RasterPlan.maxPoints) else {
            throw Failure(
                .usage,
                "a raster of more than \(RasterPlan.maxPoints) points; give a greater step, or fewer channels")
        }
        raster = RasterPlan(axes, dwell: dwell, of: arm)
        try raster.checkFence(of: arm)
    }

    /// How long a survey's sensor counts for one message.
    static func exposure(_ survey: SurveyPlan) -> TimeSpan { statedExposure(survey) ?? .seconds(1) }

    /// The same where the files state it.
    private static func statedExposure(_ survey: SurveyPlan) -> TimeSpan? {
        let counted = survey.graph.inputs.first(where: \.isCounts) ?? survey.graph.inputs.first
        return counted?.exposure ?? counted?.interval ?? survey.sensor.interval
    }

    /// Refuses a dwell that ends with the first message, when nothing was counted at the point yet.
    private static func check(_ dwell: RasterDwell, _ exposure: TimeSpan?) throws(Failure) {
        let option: String, longest: TimeSpan
        switch dwell {
        case .time(let span): (option, longest) = ("--dwell", span)
        case .error(_, let span): (option, longest) = ("--max", span)
        case .passing: return
        }
        guard let exposure, longest * 2 < exposure else { return }
        throw Failure(
            .usage,
            "\(option) \(SurveyNumber.seconds(longest)) is less than half of what the sensor takes for a message, "
                + "\(SurveyNumber.seconds(exposure)), and nothing would be measured; give that or more")
    }

    private static func axis(_ text: String, _ arm: Arm, _ choice: String) throws -> RasterAxis {
        func refuse(_ sentence: String) -> Failure {
            Failure(.usage, "--over \(SafeText.escaped(text)): \(sentence)")
        }
        let form = "give CHANNEL=A..B/STEP, such as zx=-100..100/20"
        let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2 else { throw refuse(form) }
        let positions = arm.channels.filter { arm.profiles[$0].mode != .signal && arm.profiles[$0].action == nil }
        guard let channel = positions.first(where: { arm.profiles[$0].name == sides[0] }) else {
            let names = positions.map { arm.profiles[$0].name }
            throw refuse(
                "the arm “\(SafeText.escaped(arm.name))” has no such channel"
                    + Spelling.hint(
                        String(sides[0]), among: names, then: "it has \(names.joined(separator: ", "))\(choice)"))
        }
        let profile = arm.profiles[channel]
        guard let dots = sides[1].firstRange(of: ".."), let slash = sides[1].lastIndex(of: "/"),
            slash >= dots.upperBound,
            let first = Double(sides[1][..<dots.lowerBound]), let last = Double(sides[1][dots.upperBound..<slash]),
            let step = Double(sides[1][sides[1].index(after: slash)...]), first.isFinite, last.isFinite, step > 0
        else { throw refuse(form) }
        let units = profile.mode == .position ? Double.ten(to: profile.range.decimals) : 1
        let from = (first * units).rounded(), to = (last * units).rounded(), by = (step * units).rounded()
        guard by >= 1 else { throw refuse("the step is less than the channel's smallest one") }
        guard from == to || by <= (to - from).magnitude else {
            throw refuse("the step is longer than the way from A to B, which would be one point; give a smaller one")
        }
        if profile.mode == .position {
            let travel = profile.limits?.travel ?? profile.range.bounds
            guard min(from, to) >= Double(travel.lowerBound), max(from, to) <= Double(travel.upperBound) else {
                let ends = [travel.lowerBound, travel.upperBound].map {
                    DecimalText.trimmed(Int64($0), decimals: profile.range.decimals)
                }
                throw refuse("\(profile.name) goes from \(ends[0]) to \(ends[1])")
            }
        } else {
            guard max(from.magnitude, to.magnitude) <= 10_000 else { throw refuse("more than 10,000 frames") }
        }
        let count = Int((to - from).magnitude / by) + 1
        guard count <= RasterPlan.maxPoints else { throw refuse("more than \(RasterPlan.maxPoints) numbers") }
        return RasterAxis(channel, numbers: (0..<count).map { Int32(from + (to < from ? -by : by) * Double($0)) })
    }

    // MARK: texts

    /// What is going to happen, before anything moves.
    package var lines: [String] {
        let time = raster.time, longest = raster.longest(exposure: exposure)
        var lines = [
            "\(SurveyNumber.count(raster.points.count, "point")): "
                + raster.axes.map(text).joined(separator: ", ") + "; \(dwell)",
            "\(SurveyNumber.count(raster.moves, "move")), from \(SurveyNumber.duration(time.shortest)) to \(SurveyNumber.duration(longest))",
        ]
        for axis in raster.axes where arm.profiles[axis.channel].mode == .velocity {
            lines.append("\(arm.profiles[axis.channel].name) moves by counted frames\(worth(of: axis.channel))")
        }
        lines.append("assumed start: " + start)
        return lines
    }

    private func text(_ axis: RasterAxis) -> String {
        let profile = arm.profiles[axis.channel], decimals = profile.mode == .position ? profile.range.decimals : 0
        func number(_ number: Int32) -> String { DecimalText.trimmed(Int64(number), decimals: decimals) }
        guard let first = axis.numbers.first, let last = axis.numbers.last else { return profile.name }
        return "\(profile.name) \(number(first)) to \(number(last)) (\(axis.numbers.count))"
    }

    private var dwell: String {
        switch raster.dwell {
        case .time(let span): "\(SurveyNumber.seconds(span)) each"
        case .error(let error, let longest):
            "until the error is \(DecimalText.rounded(error * 100)) %, \(SurveyNumber.seconds(longest)) at most"
        case .passing: "without a stop"
        }
    }

    /// What a frame of a velocity is worth by the arm's pose.
    private func worth(of channel: Channel) -> String {
        for joint in arm.pose?.joints ?? [] {
            guard case .frames(channel, let each, let error, _) = joint.motion else { continue }
            let unit = joint.kind == .turn ? "degrees" : "mm", scale = joint.kind == .turn ? 1.0 : 1_000
            return
                ": each \(DecimalText.rounded(each * scale)) +- \(DecimalText.rounded(error * scale)) \(unit), and the errors add up"
        }
        return ", and how far each one moves is not known well"
    }

    /// Where the arm's positions stand.
    package var start: String {
        arm.channels.filter { arm.profiles[$0].mode == .position }.map { channel in
            let profile = arm.profiles[channel]
            return "\(profile.name) \(DecimalText.trimmed(Int64(profile.start), decimals: profile.range.decimals))"
        }.joined(separator: ", ")
    }
}
