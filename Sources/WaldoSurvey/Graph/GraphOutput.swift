/// A result of a graph: the numbers of an input or a node.
public struct GraphOutput: Equatable, Sendable {
    /// Which limits of error go with the numbers.
    public enum Limits: Equatable, Sendable {
        /// None.
        case none
        /// n + 1/2 +- sqrt(n + 1/4) of the raw counts n that a number rests on, scaled as the number is.
        case poisson
        /// The same, with the calibrations' standard uncertainties added in quadrature.
        case poissonAndCalibration
    }

    /// What the output's stream is; its name is unique among the outputs.
    public var description: StreamDescription
    /// The index of its value: inputs first, then nodes.
    public var valueIndex: Int
    /// Which limits of error go with the numbers.
    public var limits: Limits
    /// The distance in metres in which one sample at most is wanted, by a `thin` node; nil: all are.
    public var spacing: Double?

    /// Creates an output from its parts.
    public init(description: StreamDescription, valueIndex: Int, limits: Limits = .none, spacing: Double? = nil) {
        self.description = description
        self.valueIndex = valueIndex
        self.limits = limits
        self.spacing = spacing
    }
}
