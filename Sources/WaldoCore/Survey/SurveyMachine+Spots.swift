public import WaldoTime

/// The points of a raster: each has one sample of `spot NAME` for each output of the graph that is a rate or a mean.
extension SurveyMachine {
    /// What the streams of whole points are called.
    public static let spotPrefix = "spot "

    /// What was measured at the present point of a raster: the raw counts, and for how long; nil: there is none.
    public var measuredAtSpot: (counts: Double, time: TimeSpan)? { spot.map { ($0.counts, $0.measured) } }

    mutating func take(_ change: SpotChange, _ sink: inout some SurveySink) {
        let ended = spot
        spot = nil
        if change == .began {
            announceSpots(&sink)
            spot = Spot(graph, at: time)
            return
        }
        for (output, stream) in spotStreams {
            guard let result = ended?.result(of: output, change) else { continue }
            add(result, stream: stream, &sink)
        }
    }

    /// The streams begin with the first point, so that a survey without a raster does not have them.
    private mutating func announceSpots(_ sink: inout some SurveySink) {
        guard spotStreams.isEmpty else { return }
        for output in graph.spotOutputs {
            var description = graph.outputs[output].description
            description.name = Self.spotPrefix + description.name
            (description.exposure, description.interval) = (nil, nil)
            spotStreams.append((output, outputs.count))
            outputs.append(OutputState(next: sequences[description.name] ?? 0, spacing: nil))
            sink.stream(outputs.count - 1, description)
        }
    }
}
