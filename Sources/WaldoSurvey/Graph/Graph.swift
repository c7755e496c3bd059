/// How streams of a sensor become results: nodes in the order in which they are computed.
///
/// Values have indices: those of the inputs first, then those of the nodes.
public struct Graph: Equatable, Sendable {
    /// What the operator calls it.
    public var name: String
    /// The streams it takes.
    public var inputs: [GraphInput]
    /// The nodes; each has inputs with indices below its own.
    public var nodes: [GraphNode]
    /// What it gives.
    public var outputs: [GraphOutput]
    /// How its samples are located; nil: it does not state it.
    public var location: LocationRules?

    /// Creates a graph from its parts.
    public init(
        name: String, inputs: [GraphInput], nodes: [GraphNode] = [], outputs: [GraphOutput],
        location: LocationRules? = nil
    ) {
        self.name = name
        self.inputs = inputs
        self.nodes = nodes
        self.outputs = outputs
        self.location = location
    }

    /// The node at an index; nil: an input.
    public func node(at index: Int) -> GraphNode? { index < inputs.count ? nil : nodes[index - inputs.count] }

    /// The name of the input or node at an index.
    public func name(at index: Int) -> String { node(at: index)?.name ?? inputs[index].name }

    /// The unit of the numbers at an index; nil: it has none.
    public func unit(at index: Int) -> MeasureUnit? {
        index < inputs.count ? inputs[index].unit : nodes[index - inputs.count].unit
    }

    /// The input from which the values at an index come at last, by the first input of each node; nil: there is none.
    public func root(of index: Int) -> Int? { chain(from: index).first { $0 < inputs.count } }

    /// Whether successive values at an index share time, so that they are not independent and cannot be integrated:
    /// those of a window, a mean, a median or an integral, and what is computed of them.
    public func overlaps(at index: Int) -> Bool {
        chain(from: index).contains {
            switch node(at: $0)?.kind {
            case .window?, .mean?, .median?, .ema?, .integral?: true
            default: false
            }
        }
    }

    /// Whether the error of the values at an index is known from the counts that they rest on.
    public func restsOnCounts(at index: Int) -> Bool {
        let hasMedian = chain(from: index).contains { if case .median? = node(at: $0)?.kind { true } else { false } }
        return !hasMedian && root(of: index).map { inputs[$0].isCounts } == true
    }

    /// An index, and those of the first inputs behind it, down to an input of the graph.
    private func chain(from index: Int) -> UnfoldFirstSequence<Int> {
        sequence(first: index) { node(at: $0)?.inputs.first }
    }
}
