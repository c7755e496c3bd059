import WaldoCore
import WaldoTime

extension SimulationOptions {
    /// The options as text, which reads back as the same: what a recording keeps.
    public var text: String {
        let sources = field.sources.map { source in
            let numbers = [source.point.x, source.point.y, source.point.z, source.strength]
            return "source=" + numbers.map(Self.decimal).joined(separator: ":")
        }
        let parts =
            ["seed=\(seed)", "background=" + Self.decimal(field.background)] + sources
            + losses.map { "loss=" + Self.fault($0) } + stalls.map { "stall=" + Self.fault($0) }
        return parts.joined(separator: ",")
    }

    /// A number with at most six digits behind the point, as options have.
    private static func decimal(_ number: Double) -> String {
        DecimalText.trimmed(Int64((number * 1_000_000).rounded()), decimals: 6)
    }

    private static func fault(_ fault: SimulatedLinkFault) -> String {
        let times = [fault.begin, fault.length].map {
            DecimalText.trimmed(Int64($0 / .milliseconds(1)), decimals: 3) + "s"
        }
        return times.joined(separator: "+")
    }
}
