import WaldoCore
public import WaldoTime

/// The points of a raster, and routes: each has one sample of `spot NAME` or `route NAME` for each output of the graph
/// that is a rate or a mean.
extension SurveyMachine {
    /// What the streams of whole points, and of whole routes, begin with.
    public static let spotPrefix = Spot.Kind.point.rawValue, routePrefix = Spot.Kind.route.rawValue

    /// What was measured at the present point or on the present route: the raw counts, and for how long; nil: there
    /// is none.
    public var measuredAtSpot: (counts: Double, time: TimeSpan)? { spot.map { ($0.counts, $0.measured) } }

    mutating func process(_ change: SpotChange, _ sink: inout some SurveySink) {
        let ended = spot
        spot = nil
        switch change {
        case .began: begin(.point, &sink)
        case .departed: begin(.route, &sink)
        case .ended, .counted, .arrived, .dropped:
            guard let ended else { return }
            for (output, stream) in spotStreams[ended.kind, default: []] {
                guard let result = ended.result(of: output, change) else { continue }
                add(result, stream: stream, &sink)
            }
        }
    }

    private mutating func begin(_ kind: Spot.Kind, _ sink: inout some SurveySink) {
        announce(kind, &sink)
        spot = Spot(kind, graph, at: time)
    }

    /// The streams begin with the first point or route, so that a survey without one does not have them.
    private mutating func announce(_ kind: Spot.Kind, _ sink: inout some SurveySink) {
        guard spotStreams[kind] == nil else { return }
        for output in graph.spotOutputs {
            var description = graph.outputs[output].description
            description.name = kind.rawValue + description.name
            (description.exposure, description.interval) = (nil, nil)
            spotStreams[kind, default: []].append((output, outputs.count))
            outputs.append(OutputState(next: sequences[description.name] ?? 0, spacing: nil))
            sink.stream(outputs.count - 1, description)
        }
    }
}
