import WaldoTime

extension GraphEngine {
    /// The share of its time in which a counter may be dead. Above it the rate is too uncertain for a correction.
    ///
    /// A dead time has no exact binary form, so that a share of exactly 0.3 may be computed as a little more: by up
    /// to 4 parts in 2^53. A count more or less changes it by far more than the margin.
    static let maxDeadShare = 0.3 * (1 + 1e-12)
    /// How many standard errors above zero a net value differs from the background: one-sided, 5 % of false
    /// decisions, as ISO 11929 has it.
    static let decisionQuantile = 1.645

    /// Computes a node whose input is new.
    mutating func compute(_ index: Int, _ sink: inout some GraphSink) {
        let step = steps[index]
        let input = values[step.input]
        switch step.operation {
        case .window(let state): store(states.windows[state].process(input), step)
        case .rate(let per): store(rate(input, per), step)
        case .deadTime(let tau, let uncertainty): store(corrected(input, tau, uncertainty), step)
        case .minusNode(let factor): store(difference(input, values[step.other], factor), step)
        case .minusConstant(let background, let error): store(difference(input, background, error), step)
        case .scale(let factor, let uncertainty): store(scaled(input, factor, uncertainty), step)
        case .polynomial(let state): store(states.polynomials[state].value(of: input), step)
        case .mean(let state): store(states.means[state].process(input), step)
        case .spot(let state): store(states.spots[state].process(input), step)
        case .median(let state): store(states.medians[state].process(input), step)
        case .average(let state): store(states.averages[state].process(input), step)
        case .integral(let state): store(states.integrals[state].process(input), step)
        case .flag(let low, let high, let factor):
            var value = input
            let tested = values[step.other].number.map { $0 * factor }
            if let tested, tested < low || tested > high { value.flags.insert(.marked) }
            store(value, step)
        case .thin(let state): store(states.thins[state].process(input), step)
        case .alarm(let alarm):
            if let change = states.alarms[alarm].process(input, at: present(input)) { sink.alarm(change) }
        case .anomaly(let state, let alarm):
            guard let finding = states.anomalies[state].process(input) else { return }
            if let change = states.alarms[alarm].process(
                finding.counts, at: present(finding.counts), anomaly: finding.isSignificant)
            {
                sink.alarm(change)
            }
        case .pass: store(input, step)
        }
    }

    /// The present time, at which an alarm changes; values may be older.
    private func present(_ value: NodeValue) -> Instant { now ?? value.to }

    private mutating func store(_ value: NodeValue?, _ step: GraphStep) {
        guard let value else { return }
        values[step.result] = value
        isNew[step.result] = true
    }

    private func rate(_ input: NodeValue, _ per: Int64) -> NodeValue? {
        guard let number = input.number else { return input }
        let exposure = Double(input.exposure.microseconds)
        return input.with(number * Double(per) / exposure, input.spread.scaled(Double(per) / exposure))
    }

    /// n / (1 - n tau / T). Its derivative by n is 1 / (1 - n tau / T)^2, that by tau the square of the result over
    /// T.
    private func corrected(_ input: NodeValue, _ tau: Double, _ uncertainty: Double) -> NodeValue? {
        guard let number = input.number else { return input }
        let seconds = Double(input.exposure.microseconds) / 1e6
        let dead = number * tau / seconds
        guard dead <= Self.maxDeadShare else {
            var value = input
            value.number = nil
            value.flags.insert(dead.isFinite ? .saturated : .invalid)
            return value
        }
        let live = 1 - dead
        var spread = input.spread.scaled(1 / (live * live))
        let result = number / live
        spread.addSystematic(result * result / seconds * tau * uncertainty)
        return input.with(result, spread)
    }

    private func scaled(_ input: NodeValue, _ factor: Double, _ uncertainty: Double) -> NodeValue? {
        guard let number = input.number else { return input }
        var spread = input.spread.scaled(factor)
        spread.addSystematic(number * factor * uncertainty)
        return input.with(number * factor, spread)
    }

    private func difference(_ input: NodeValue, _ background: Double, _ error: Double) -> NodeValue? {
        guard let number = input.number else { return input }
        var value = input
        value.spread.addCommon(error)
        return decided(value, input, number - background, background, error * error)
    }

    private func difference(_ input: NodeValue, _ background: NodeValue, _ factor: Double) -> NodeValue? {
        guard let number = input.number else { return input }
        var value = input
        value.flags.formUnion(background.flags)
        guard let subtracted = background.number else {
            // Before the first background there is nothing to subtract.
            value.number = nil
            if !background.flags.contains(.saturated) { value.flags.insert(.partial) }
            return value
        }
        value.spread.subtract(background.spread, factor: factor)
        value.spread.isKnown = input.spread.isKnown && background.spread.isKnown
        return decided(
            value, input, number - subtracted * factor, subtracted * factor,
            background.spread.classicVariance * factor * factor)
    }

    /// Flags a net value below the decision threshold k sqrt(g b + u^2): g b is the variance of the gross value if it
    /// were the background b alone, u the standard error of the background. Only counts have such a threshold.
    private func decided(
        _ value: NodeValue, _ gross: NodeValue, _ net: Double, _ background: Double, _ variance: Double
    ) -> NodeValue {
        var value = value.with(net, value.spread)
        guard gross.spread.isKnown, background >= 0 else { return value }
        let threshold = Self.decisionQuantile * (gross.spread.gain * background + variance).squareRoot()
        if net < threshold { value.flags.insert(.belowThreshold) }
        return value
    }
}
