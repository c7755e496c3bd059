import WaldoTime

/// What the nodes of an engine remember, each kind in an array of its own, so that it is changed where it lies.
struct GraphStates: Sendable {
    var windows: [WindowState] = []
    var polynomials: [Polynomial] = []
    var means: [MeanState] = []
    var spots: [SpotState] = []
    var medians: [MedianState] = []
    var averages: [AverageState] = []
    var integrals: [IntegralState] = []
    var alarms: [AlarmState] = []
    var anomalies: [AnomalyState] = []
    var thins: [ThinState] = []

    /// Adds the state of a node.
    /// - Parameter isAtSpot: whether windows and means reach over all of a point of a raster.
    mutating func step(of graph: Graph, node: Int, isAtSpot: Bool) -> GraphStep {
        let index = graph.inputs.count + node
        let inputs = graph.nodes[node].inputs
        let first = inputs.first ?? index
        return GraphStep(
            operation: operation(of: graph, graph.nodes[node], isAtSpot: isAtSpot), input: first,
            other: inputs.dropFirst().first ?? first, result: index)
    }

    private mutating func operation(of graph: Graph, _ node: GraphNode, isAtSpot: Bool) -> GraphStep.Operation {
        let root = node.inputs.first.flatMap(graph.root(of:)).map { graph.inputs[$0] }
        let interval = root?.interval ?? root?.exposure
        let isShared = node.inputs.first.map(graph.overlaps(at:)) ?? false
        switch node.kind {
        case .window(_, let per, _) where isAtSpot:
            return .spot(added(SpotState(per: per.map { Double($0.microseconds) }, isShared: false), to: \.spots))
        case .mean where isAtSpot, .ema where isAtSpot:
            return .spot(added(SpotState(per: nil, isShared: isShared), to: \.spots))
        case .window(let over, let per, let marksPartial):
            let state = WindowState(over: over, per: per, marksPartial: marksPartial, interval: interval)
            return .window(added(state, to: \.windows))
        case .rate(let per): return .rate(per: per.microseconds)
        case .deadTime(let tau, let calibration):
            return .deadTime(tau: tau, uncertainty: calibration.uncertainty ?? 0)
        case .minus(.node(let factor)): return .minusNode(factor: factor)
        case .minus(.constant(let value, let error, _)): return .minusConstant(value, error: error)
        case .scale(let factor, let calibration):
            return .scale(by: factor, uncertainty: calibration.uncertainty ?? 0)
        case .polynomial(let coefficients, let factor, let range, let calibration):
            let polynomial = Polynomial(
                coefficients: coefficients, factor: factor, range: range, uncertainty: calibration.uncertainty ?? 0)
            return .polynomial(added(polynomial, to: \.polynomials))
        case .mean(let span):
            return .mean(added(MeanState(span, isShared: isShared, interval: interval), to: \.means))
        case .median(let count): return .median(added(MedianState(of: count), to: \.medians))
        case .ema(let tau): return .average(added(AverageState(tau: tau, isShared: isShared), to: \.averages))
        case .integral(let factor): return .integral(added(IntegralState(factor: factor), to: \.integrals))
        case .flag(let range, let factor):
            return .flag(low: range.lowerBound, high: range.upperBound, factor: factor)
        case .alarm(let settings): return .alarm(added(AlarmState(node.name, settings), to: \.alarms))
        case .anomaly(let settings, let alarm):
            return .anomaly(
                added(AnomalyState(settings, interval: interval), to: \.anomalies),
                alarm: added(AlarmState(node.name, alarm), to: \.alarms))
        case .thin(.time(let every)): return .thin(added(ThinState(every: every), to: \.thins))
        case .thin(.distance), .poisson, .locate: return .pass
        }
    }

    private mutating func added<State>(_ state: State, to path: WritableKeyPath<GraphStates, [State]>) -> Int {
        self[keyPath: path].append(state)
        return self[keyPath: path].count - 1
    }
}
