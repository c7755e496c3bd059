internal import WaldoTime

/// From values to samples.
extension SurveyMachine {
    /// Computes what follows from a value of one of the sensor's streams.
    mutating func compute(_ value: StreamValue, of stream: Int, _ sink: inout some SurveySink) {
        send(value, to: destinations[stream], &sink)
    }

    private mutating func send(_ value: StreamValue, to destination: Destination, _ sink: inout some SurveySink) {
        switch destination {
        case .inputs(let places):
            for place in places {
                engine.take(value, input: place, &computed)
                spot?.take(value, input: place)
            }
            takeComputed(&sink)
        case .output(let output):
            add(GraphValue(value.value, from: value.from, to: value.to, flags: value.flags), stream: output, &sink)
        }
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

    /// A message has described a stream: it goes into the graph where an input takes it, and out as it is otherwise.
    mutating func describe(
        _ channel: Int, _ number: Int, _ stream: StreamDescription, _ sink: inout some SurveySink
    ) {
        let places = graph.inputs.indices.filter { graph.inputs[$0].takes(stream) }
        described.append((channel, number, stream, places.isEmpty ? .output(outputs.count) : .inputs(places)))
        match.take(stream)
        if places.isEmpty {
            outputs.append(OutputState(next: sequences[stream.name] ?? 0, spacing: nil))
            sink.stream(outputs.count - 1, stream)
        } else {
            let before = graph
            graph = graph.fitted(to: sensor.descriptions + described.map(\.stream))
            engine.begin(graph, after: before)
            if let change = match.advance(to: time) { sink.match(change) }
        }
    }

    mutating func takeDescribed(
        _ value: StreamValue, _ channel: Int, _ number: Int, _ sink: inout some SurveySink
    ) {
        for place in described.indices where described[place].channel == channel && described[place].number == number {
            return send(value, to: described[place].destination, &sink)
        }
    }

    // MARK: final samples

    /// Does what is due up to the time of the event that comes next.
    mutating func advance(_ sink: inout some SurveySink) {
        while let oldest = pending.oldest, oldest.due <= time { finishOldest(&sink) }
        if !match.isMatched, let change = match.advance(to: time) { sink.match(change) }
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
        if isSimulated { flags.insert(.simulated) }
        sink.sample(
            Sample(
                stream: oldest.stream, sequence: outputs[oldest.stream].next, value: value.value, low: value.low,
                high: value.high, from: value.from, to: value.to, utc: clock.utc(of: middle), flags: flags,
                place: located?.place))
        outputs[oldest.stream].next += 1
    }
}
