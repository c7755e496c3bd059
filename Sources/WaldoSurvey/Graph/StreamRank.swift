/// Which of a survey's streams is shown where none is named: that of the lowest rank, and of equal ones the first.
///
/// A sum over time comes last, and what the graph computes comes before what it hands on. Then a dose rate comes before
/// a count rate and that before other numbers, a stream with thresholds before one without, and fine dust before what
/// is measured beside it: PM2.5, PM10, PM1, other quantities, humidity, temperature.
public struct StreamRank: Comparable, Sendable {
    private let keys: [Int]

    /// The rank of a stream.
    /// - Parameter graph: the graph that the survey is computed by; nil: none, or it is not known.
    public init(_ stream: StreamDescription, in graph: Graph?) {
        let unit = MeasureUnit(stream.unit), output = graph?.output(named: stream.name)
        keys = [
            graph?.isSum(stream.name) == true ? 1 : 0, output == nil ? 1 : 0,
            unit.isDoseRate ? 0 : unit.isCountRate ? 1 : 2, stream.thresholds.isEmpty ? 1 : 0,
            Self.quantity(of: stream, unit),
        ]
    }

    /// Whether a stream is shown before another.
    public static func < (one: StreamRank, other: StreamRank) -> Bool { one.keys.lexicographicallyPrecedes(other.keys) }

    /// The index of the stream that is shown; nil: there is none.
    public static func first(of streams: [StreamDescription], in graph: Graph?) -> Int? {
        let ranks = streams.map { StreamRank($0, in: graph) }
        return ranks.indices.min { ranks[$0] < ranks[$1] }
    }

    private static func quantity(of stream: StreamDescription, _ unit: MeasureUnit) -> Int {
        // AirCasting's names end with what is measured: `AirBeam3-PM2.5`.
        let name = stream.name.split(separator: "-").last?.uppercased() ?? ""
        let quantity = stream.quantity?.lowercased() ?? ""
        switch name {
        case "PM2.5": return 0
        case "PM10": return 1
        case "PM1": return 2
        default: break
        }
        if name == "RH" || quantity.contains("humidity") { return 4 }
        let isTemperature = ["degC", "degF", "K"].contains { unit.measuresSame(as: MeasureUnit($0)) }
        return isTemperature || name == "F" || quantity.contains("temperature") ? 5 : 3
    }
}

extension Graph {
    /// The output of a name; nil: there is none.
    public func output(named name: String) -> GraphOutput? { outputs.first { $0.description.name == name } }

    /// Whether a stream is a sum over time.
    public func isSum(_ stream: String) -> Bool {
        guard let output = output(named: stream), case .integral = node(at: output.valueIndex)?.kind else {
            return false
        }
        return true
    }
}
