internal import WaldoTime

extension Graph {
    /// Why the graph cannot take these streams, in one sentence; nil: it can.
    public func problem(with streams: [StreamDescription]) -> String? {
        for (place, input) in inputs.enumerated() {
            guard let stream = streams.first(where: { $0.name == input.stream }) else {
                let names = streams.map { "`\(SafeText.escaped($0.name))`" }.joined(separator: ", ")
                return "the graph takes the stream `\(input.stream)`, and the sensor has "
                    + (names.isEmpty ? "none" : names) + "; choose another graph, or name the stream in its `in`"
            }
            if let problem = problem(with: stream, at: place) { return problem }
        }
        return nil
    }

    private func problem(with stream: StreamDescription, at place: Int) -> String? {
        let input = inputs[place]
        guard MeasureUnit(stream.unit).measuresSame(as: input.unit) else {
            return "the stream `\(input.stream)` is in `\(SafeText.escaped(stream.unit))`, and the graph takes "
                + "`\(input.unit.text)`; choose another graph, or correct the unit"
        }
        for node in nodes where node.inputs.first.flatMap(root(of:)) == place {
            switch node.kind {
            case .deadTime where stream.isCompensated:
                return
                    "the sensor has corrected `\(input.stream)` for dead time, and `\(node.name)` would do it again; "
                    + "take the node out"
            case .window, .rate, .deadTime, .integral, .anomaly:
                guard let exposure = stream.exposure, exposure > .zero else {
                    return "`\(node.name)` needs the exposure of `\(input.stream)`, and the sensor states none; give "
                        + "the field `over:` in the sensor's file"
                }
                guard case .integral = node.kind, !input.isCounts, let interval = stream.interval else { continue }
                guard interval < exposure else { continue }
                return "the values of `\(input.stream)` overlap in time, and `\(node.name)` would add them twice; "
                    + "integrate a stream of counts"
            default: break
            }
        }
        return nil
    }

    /// The graph for these streams: its inputs know their units, exposures and intervals. A stream that is missing
    /// leaves its input as it is.
    /// - Precondition: there is no `problem` with the streams.
    public func fitted(to streams: [StreamDescription]) -> Graph {
        var graph = self
        for place in inputs.indices {
            guard let stream = streams.first(where: { $0.name == inputs[place].stream }) else { continue }
            graph.inputs[place].factor = MeasureUnit(stream.unit).factor(to: inputs[place].unit) ?? 1
            graph.inputs[place].exposure = stream.exposure
            graph.inputs[place].interval = stream.interval
            // An input that goes out as it is keeps what its numbers stand for.
            for output in outputs.indices where outputs[output].place == place {
                graph.outputs[output].description.exposure = stream.exposure
                graph.outputs[output].description.interval = stream.interval
            }
        }
        return graph
    }

    /// The graph without nodes: each stream goes out as it is, overlapping bins included; counts have Poisson limits.
    public static func identity(for streams: [StreamDescription]) -> Graph {
        let inputs = streams.map {
            GraphInput(
                name: $0.name, unit: MeasureUnit($0.unit), exposure: $0.exposure, interval: $0.interval,
                countsOnce: false)
        }
        let outputs = streams.enumerated().map { place, stream in
            GraphOutput(description: stream, place: place, limits: inputs[place].isCounts ? .poisson : .none)
        }
        return Graph(name: "as it is", inputs: inputs, outputs: outputs)
    }
}
