internal import WaldoTime

/// From values to samples.
extension SurveyMachine {
    /// Computes what follows from a value of one of the sensor's streams.
    mutating func compute(_ value: StreamValue, of stream: Int, _ sink: inout some SurveySink) {
        if let output = handedOn[stream] { return handOn(value, to: output, &sink) }
        compute(value, named: sensor.streams[stream].description.name, &sink)
    }

    private mutating func compute(_ value: StreamValue, named name: String, _ sink: inout some SurveySink) {
        for (place, input) in graph.inputs.enumerated() where input.stream == name {
            engine.take(value, input: place, &computed)
            spot?.take(value, input: place)
        }
        takeComputed(&sink)
    }

    private mutating func handOn(_ value: StreamValue, to output: Int, _ sink: inout some SurveySink) {
        add(GraphValue(value.value, from: value.from, to: value.to, flags: value.flags), stream: output, &sink)
    }

    private mutating func takeComputed(_ sink: inout some SurveySink) {
        for change in computed.alarms { sink.alarm(change) }
        for (output, value) in computed.outputs { add(value, stream: output, &sink) }
        computed.removeAll()
    }

    mutating func add(_ value: GraphValue, stream: Int, _ sink: inout some SurveySink) {
        if pending.isFull { finishOldest(&sink) }
        let due = max(time, value.from.middle(to: value.to) + rules.later)
        pending.add(PendingSamples.Entry(stream: stream, value: value, due: due))
    }

    // MARK: streams that messages describe

    /// A message has described a stream: it goes into the graph where that takes a stream of this name, and out as it
    /// is otherwise.
    mutating func describe(
        _ channel: Int, _ number: Int, _ stream: StreamDescription, _ sink: inout some SurveySink
    ) {
        let isTaken = isTaken(stream)
        described.append((channel, number, stream, isTaken ? nil : outputs.count))
        if isTaken {
            let before = graph
            graph = graph.fitted(to: sensor.descriptions + described.map(\.stream))
            engine.begin(graph, after: before)
        } else {
            outputs.append(OutputState(next: sequences[stream.name] ?? 0, spacing: nil))
            sink.stream(outputs.count - 1, stream)
        }
    }

    /// Whether the graph takes a stream of this name and unit.
    private func isTaken(_ stream: StreamDescription) -> Bool {
        graph.inputs.contains { $0.stream == stream.name && MeasureUnit(stream.unit).measuresSame(as: $0.unit) }
    }

    mutating func takeDescribed(
        _ value: StreamValue, _ channel: Int, _ number: Int, _ sink: inout some SurveySink
    ) {
        for other in described where other.channel == channel && other.number == number {
            guard let output = other.output else { return compute(value, named: other.stream.name, &sink) }
            return handOn(value, to: output, &sink)
        }
    }

    // MARK: final samples

    /// When the oldest sample is final at the latest: later than it is due while it waits for the verdict on a fix.
    var finalDue: Instant? {
        guard let oldest = pending.oldest else { return nil }
        let verdict = locator.verdict(at: oldest.value.from.middle(to: oldest.value.to))
        return verdict.map { max(oldest.due, $0) } ?? oldest.due
    }

    /// Does what is due up to the time of the event that comes next.
    mutating func advance(_ sink: inout some SurveySink) {
        while let due = finalDue, due <= time { finishOldest(&sink) }
        engine.advance(to: time, &computed)
        takeComputed(&sink)
    }

    /// Finishes the samples whose place no later fix can change.
    mutating func finishSettled(_ sink: inout some SurveySink) {
        while let oldest = pending.oldest {
            let middle = oldest.value.from.middle(to: oldest.value.to)
            guard locator.isSettled(at: middle) || finalDue.map({ $0 <= time }) == true else { return }
            finishOldest(&sink)
        }
    }

    mutating func finishOldest(_ sink: inout some SurveySink) {
        guard let oldest = pending.oldest else { return }
        pending.removeOldest()
        let value = oldest.value, middle = value.from.middle(to: value.to)
        let (place, restrictions) = locator.located(at: middle)
        if let spacing = outputs[oldest.stream].spacing, let place {
            if let last = outputs[oldest.stream].lastPlace, last.distance(to: place) < spacing { return }
            outputs[oldest.stream].lastPlace = place
        }
        var flags = value.flags.union(restrictions)
        if isSimulated { flags.insert(.simulated) }
        sink.sample(
            Sample(
                stream: oldest.stream, sequence: outputs[oldest.stream].next, value: value.value, low: value.low,
                high: value.high, from: value.from, to: value.to, utc: clock.utc(of: middle), flags: flags,
                place: place))
        outputs[oldest.stream].next += 1
    }
}
