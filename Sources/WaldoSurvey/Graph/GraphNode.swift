/// A node of a graph.
public struct GraphNode: Equatable, Sendable {
    /// Its name, unique among inputs and nodes.
    public var name: String
    /// What it computes.
    public var kind: GraphKind
    /// The indices of its inputs' values: inputs first, then nodes. A new value of the first one has it computed; of
    /// the others it takes the newest. Empty for `locate`.
    public var inputs: [Int]
    /// The unit of its numbers; nil for alarms and other nodes without a number.
    public var unit: MeasureUnit?

    /// Creates a node from its parts.
    public init(name: String, kind: GraphKind, inputs: [Int], unit: MeasureUnit? = nil) {
        self.name = name
        self.kind = kind
        self.inputs = inputs
        self.unit = unit
    }
}
