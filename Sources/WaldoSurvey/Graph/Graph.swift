/// How streams of a sensor become results: nodes in the order in which they are computed.
///
/// Values have places: those of the inputs first, then those of the nodes.
public struct Graph: Equatable, Sendable {
    /// What the operator calls it.
    public var name: String
    /// The streams it takes.
    public var inputs: [GraphInput]
    /// The nodes; each takes values of places before its own.
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

    /// The node at a place; nil: an input.
    public func node(at place: Int) -> GraphNode? { place < inputs.count ? nil : nodes[place - inputs.count] }

    /// The name of the input or node at a place.
    public func name(at place: Int) -> String { node(at: place)?.name ?? inputs[place].name }

    /// The unit of the numbers at a place; nil: it has none.
    public func unit(at place: Int) -> MeasureUnit? {
        place < inputs.count ? inputs[place].unit : nodes[place - inputs.count].unit
    }

    /// The input from which the values at a place come at last, by the first input of each node; nil: there is none.
    public func root(of place: Int) -> Int? {
        var place = place
        while let node = node(at: place) {
            guard let first = node.inputs.first else { return nil }
            place = first
        }
        return place
    }

    /// Whether successive values at a place share time, so that they are not independent and cannot be integrated:
    /// those of a window, a mean, a median or an integral, and what is computed of them.
    public func overlaps(at place: Int) -> Bool {
        var place = place
        while let node = node(at: place) {
            switch node.kind {
            case .window, .mean, .median, .ema, .integral: return true
            default: break
            }
            guard let first = node.inputs.first else { return false }
            place = first
        }
        return false
    }

    /// Whether the error of the values at a place is known from the counts that they rest on.
    public func restsOnCounts(at place: Int) -> Bool {
        var place = place
        while let node = node(at: place) {
            if case .median = node.kind { return false }
            guard let first = node.inputs.first else { return false }
            place = first
        }
        return inputs[place].isCounts
    }
}
