internal import WaldoTime

/// From values to samples.
extension SurveyMachine {
    /// Computes what follows from a value of one of the sensor's streams.
    /// - Returns: why nothing does; nil: something does.
    mutating func compute(_ value: StreamValue, of stream: Int, _ sink: inout some SurveySink) -> Unsampled? {
        if let output = handedOn[stream] {
            handOn(value, to: output, &sink)
            return nil
        }
        return compute(value, named: sensor.streams[stream].description.name, &sink)
    }

    private mutating func compute(
        _ value: StreamValue, named name: String, _ sink: inout some SurveySink
    ) -> Unsampled? {
        var refused: Unsampled? = .unused
        for (place, input) in graph.inputs.enumerated() where input.stream == name {
            let reason = engine.take(value, input: place, &computed)
            if refused != nil { refused = reason }
            spot?.take(value, input: place)
        }
        takeComputed(&sink)
        return refused
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

    /// - Returns: why nothing follows from the value; nil: something does.
    mutating func takeDescribed(
        _ value: StreamValue, _ channel: Int, _ number: Int, _ sink: inout some SurveySink
    ) -> Unsampled? {
        for other in described where other.channel == channel && other.number == number {
            guard let output = other.output else { return compute(value, named: other.stream.name, &sink) }
            handOn(value, to: output, &sink)
            return nil
        }
        return .unused
    }

    // MARK: dates

    /// The wall clock shows a date; nil: it is not known from here on.
    mutating func take(date utc: Int64?, _ sink: inout some SurveySink) {
        if utc == nil || clock.endsUndated {
            // How long it was between a fix with a date and one without is not known: no place lies between them.
            while pending.oldest != nil { finishOldest(&sink) }
            locator.interrupt()
        }
        clock.add(utc: utc, at: time)
    }

    // MARK: final samples

    /// Does what is due up to the time of the event that comes next.
    mutating func advance(_ sink: inout some SurveySink) {
        while let oldest = pending.oldest, oldest.due <= time { finishOldest(&sink) }
        engine.advance(to: time, &computed)
        takeComputed(&sink)
    }

    /// Finishes the samples whose place no later fix can change.
    mutating func finishSettled(_ sink: inout some SurveySink) {
        while let oldest = pending.oldest {
            let middle = oldest.value.from.middle(to: oldest.value.to)
            guard oldest.due <= time || locator.isSettled(at: middle) else { return }
            finishOldest(&sink)
        }
    }

    mutating func finishOldest(_ sink: inout some SurveySink) {
        guard let oldest = pending.oldest else { return }
        pending.removeOldest()
        let value = oldest.value, middle = value.from.middle(to: value.to)
        let located = rules.sources.isEmpty ? nil : locator.place(at: middle)
        if let spacing = outputs[oldest.stream].spacing, let place = located?.place {
            if let last = outputs[oldest.stream].lastPlace, last.distance(to: place) < spacing { return }
            outputs[oldest.stream].lastPlace = place
        }
        var flags = value.flags.union(located?.flags ?? [])
        if located == nil { flags.insert(.noPlace) }
        if clock.isUndated(at: middle) { flags.insert(.undated) }
        if isSimulated { flags.insert(.simulated) }
        sink.sample(
            Sample(
                stream: oldest.stream, sequence: outputs[oldest.stream].next, value: value.value, low: value.low,
                high: value.high, from: value.from, to: value.to, utc: clock.utc(of: middle), flags: flags,
                place: located?.place))
        outputs[oldest.stream].next += 1
    }
}
