import WaldoTime

/// From values to samples.
extension SurveyMachine {
    /// Computes what follows from a value of one of the sensor's streams.
    /// - Returns: why nothing does; nil: something does.
    mutating func compute(_ value: StreamValue, of stream: Int, _ sink: inout some SurveySink) -> Unsampled? {
        send(value, to: destinations[stream], &sink)
    }

    private mutating func send(
        _ value: StreamValue, to destination: Destination, _ sink: inout some SurveySink
    ) -> Unsampled? {
        switch destination {
        case .inputs(let inputs):
            var refused: Unsampled? = .empty
            for input in inputs {
                let reason = engine.process(value, input: input, &computed)
                if refused != nil { refused = reason }
                spot?.process(value, input: input)
            }
            processComputed(&sink)
            return refused
        case .output(let output):
            add(GraphValue(value.value, from: value.from, to: value.to, flags: value.flags), stream: output, &sink)
            return nil
        }
    }

    private mutating func processComputed(_ sink: inout some SurveySink) {
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

    /// A message has described a stream: it goes into the graph where an input accepts it, and out as it is otherwise.
    mutating func describe(
        _ channel: Int, _ number: Int, _ stream: StreamDescription, _ sink: inout some SurveySink
    ) {
        let inputs = graph.inputs.indices.filter { graph.inputs[$0].accepts(stream) }
        described.append((channel, number, stream, inputs.isEmpty ? .output(outputs.count) : .inputs(inputs)))
        match.add(stream)
        if inputs.isEmpty {
            outputs.append(OutputState(next: sequences[stream.name] ?? 0, spacing: nil))
            sink.stream(outputs.count - 1, stream)
        } else {
            let before = graph
            graph = graph.fitted(to: sensor.descriptions + described.map(\.stream))
            engine.begin(graph, after: before)
            if let change = match.advance(to: time) { sink.match(change) }
        }
    }

    /// - Returns: why nothing follows from the value; nil: something does.
    mutating func processDescribed(
        _ value: StreamValue, _ channel: Int, _ number: Int, _ sink: inout some SurveySink
    ) -> Unsampled? {
        for index in described.indices where described[index].channel == channel && described[index].number == number {
            return send(value, to: described[index].destination, &sink)
        }
        return .empty
    }

    // MARK: dates

    /// The wall clock shows a date; nil: it is not known from here on.
    mutating func setDate(_ utc: Int64?, _ sink: inout some SurveySink) {
        if utc == nil || clock.endsUndated {
            // How long it was between a fix with a date and one without is not known: no place lies between them.
            locator.endDates(wasUndated: utc != nil)
            while pending.oldest != nil { finishOldest(&sink) }
            locator.beginDates(isUndated: utc == nil)
            fixesBegin = time
        } else if let utc, clock.isInterrupted(by: utc, at: time) {
            locator.interrupt()
        }
        clock.add(utc: utc, at: time)
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
        if !match.isMatched, let change = match.advance(to: time) { sink.match(change) }
        engine.advance(to: time, &computed)
        processComputed(&sink)
    }

    /// Finishes the samples whose place no later fix can change.
    mutating func finishFinal(_ sink: inout some SurveySink) {
        while let oldest = pending.oldest {
            let middle = oldest.value.from.middle(to: oldest.value.to)
            guard locator.isFinal(at: middle) || finalDue.map({ $0 <= time }) == true else { return }
            finishOldest(&sink)
        }
    }

    mutating func finishOldest(_ sink: inout some SurveySink) {
        guard let oldest = pending.oldest else { return }
        pending.removeOldest()
        let value = oldest.value, middle = value.from.middle(to: value.to)
        let (place, restrictions) = locator.located(at: middle, hasFixes: middle >= fixesBegin ?? middle)
        if let spacing = outputs[oldest.stream].spacing, let place {
            if let last = outputs[oldest.stream].lastPlace, last.distance(to: place) < spacing { return }
            outputs[oldest.stream].lastPlace = place
        }
        var flags = value.flags.union(restrictions)
        if clock.isUndated(at: middle) { flags.insert(.undated) }
        if isSimulated { flags.insert(.simulated) }
        sink.sample(
            Sample(
                stream: oldest.stream, sequence: outputs[oldest.stream].next, value: value.value, low: value.low,
                high: value.high, from: value.from, to: value.to, utc: clock.utc(of: middle), flags: flags,
                place: place))
        outputs[oldest.stream].next += 1
    }
}
