import WaldoCore
import WaldoTime

extension Graph {
    /// Why the graph does not accept these streams, in one sentence; nil: it can.
    public func problem(with streams: [StreamDescription]) -> String? {
        for (index, input) in inputs.enumerated() {
            let named = streams.first { input.streams.matches($0.name) }
            guard let stream = stream(of: index, in: streams) ?? named else {
                let names = streams.map { "`\(SafeText.escaped($0.name))`" }.joined(separator: ", ")
                return "the graph takes the stream \(input.streams.text), and the sensor has "
                    + (names.isEmpty ? "none" : names) + "; choose another graph, or name the stream in its `in`"
            }
            if let problem = problem(with: stream, at: index) { return problem }
        }
        return nil
    }

    private func problem(with stream: StreamDescription, at index: Int) -> String? {
        let input = inputs[index], name = SafeText.escaped(stream.name, upTo: 120)
        guard MeasureUnit(stream.unit).measuresSame(as: input.unit) else {
            return "the stream `\(name)` is in `\(SafeText.escaped(stream.unit))`, and the graph takes "
                + "`\(input.unit.text)`; choose another graph, or correct the unit"
        }
        for node in nodes where node.inputs.first.flatMap(root(of:)) == index {
            switch node.kind {
            case .deadTime where stream.isCompensated:
                return
                    "the sensor has corrected `\(name)` for dead time, and `\(node.name)` would do it again; "
                    + "take the node out"
            case .window, .rate, .deadTime, .integral, .anomaly:
                guard let exposure = stream.exposure, exposure > .zero else {
                    return "`\(node.name)` needs the exposure of `\(name)`, and the sensor states none; give "
                        + "the field `over:` in the sensor's file"
                }
                guard case .integral = node.kind, !input.isCounts, let interval = stream.interval else { continue }
                guard interval < exposure else { continue }
                return "the values of `\(name)` overlap in time, and `\(node.name)` would add them twice; "
                    + "integrate a stream of counts"
            default: break
            }
        }
        return nil
    }

    /// The stream that an input accepts; nil: none of these.
    func stream(of input: Int, in streams: [StreamDescription]) -> StreamDescription? {
        streams.first(where: inputs[input].accepts)
    }

    /// The streams that the inputs accept, with their units, for people.
    public var streamsText: String {
        inputs.map { $0.streams.text + ($0.unit.text.isEmpty ? "" : " in `\($0.unit.text)`") }.joined(separator: ", ")
    }

    /// The graph for these streams: each input takes the first that it matches, and keeps it, and knows its unit,
    /// exposure and interval. An input without a stream stays as it is.
    /// - Precondition: there is no `problem` with the streams.
    public func fitted(to streams: [StreamDescription]) -> Graph {
        var graph = self
        for index in inputs.indices {
            guard let stream = stream(of: index, in: streams) else { continue }
            graph.inputs[index].stream = stream.name
            graph.inputs[index].factor = MeasureUnit(stream.unit).factor(to: inputs[index].unit) ?? 1
            graph.inputs[index].exposure = stream.exposure
            graph.inputs[index].interval = stream.interval
            // An input that goes out as it is keeps what its numbers stand for.
            for output in outputs.indices where outputs[output].valueIndex == index {
                graph.outputs[output].description.exposure = stream.exposure
                graph.outputs[output].description.interval = stream.interval
            }
        }
        return graph
    }

    /// The graph without nodes: each stream goes out as it is, overlapping bins included; counts have Poisson limits.
    public static func identity(for streams: [StreamDescription]) -> Graph {
        let inputs = streams.map { stream in
            var input = GraphInput(
                name: stream.name, unit: MeasureUnit(stream.unit), exposure: stream.exposure,
                interval: stream.interval, countsOnce: false)
            input.stream = stream.name
            return input
        }
        let outputs = streams.enumerated().map { index, stream in
            GraphOutput(description: stream, valueIndex: index, limits: inputs[index].isCounts ? .poisson : .none)
        }
        return Graph(name: "as it is", inputs: inputs, outputs: outputs)
    }
}
