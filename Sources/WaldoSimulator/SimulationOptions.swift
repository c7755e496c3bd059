/// What a simulation is asked for: `seed=7,source=0.1:0:0.2:5,background=0.1,loss=5s,stall=2s`, each of them optional.
/// A length can stand behind a fault's time: `loss=5s+10s` is a link that is lost after 5 s and down for 10 s.
public struct SimulationOptions: Equatable, Sendable {
    /// The most sources, losses and stalls each.
    public static let limit = 64

    /// Determines all that is random.
    public var seed: UInt64
    /// The field that the sensor counts.
    public var field: HiddenField
    /// When the link is lost, and for how long it is down then, in order.
    public var losses: [SimulatedLinkFault]
    /// When the link stalls, and for how long, in order.
    public var stalls: [SimulatedLinkFault]

    /// Creates options.
    public init(
        seed: UInt64 = 1, field: HiddenField = HiddenField(), losses: [SimulatedLinkFault] = [],
        stalls: [SimulatedLinkFault] = []
    ) {
        (self.seed, self.field, self.losses, self.stalls) = (seed, field, losses, stalls)
    }

    /// Reads options from text; an empty one asks for nothing.
    /// - Throws: a sentence of what is wrong and what to do.
    public init(_ text: String) throws(SimulationOptionError) {
        self.init()
        guard !text.isEmpty else { return }
        var seen: Set<String> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let key = String(pair[0])
            guard pair.count == 2, Self.keys.contains(key) else { throw .unknown(key) }
            let option = SimulationOption(key: key, text: pair[1])
            guard ["source", "loss", "stall"].contains(key) || seen.insert(key).inserted else {
                throw option.error("appears more than once; keep one of them")
            }
            switch key {
            case "seed": seed = try option.seed()
            case "background": field.background = try option.doseRate()
            case "source": field.sources.append(try option.source())
            case "loss": losses.append(try option.fault(lasting: SimulatedLinkFault.loss))
            default: stalls.append(try option.fault(lasting: SimulatedLinkFault.stall))
            }
            guard max(field.sources.count, losses.count, stalls.count) <= Self.limit else {
                throw option.error("stands more than \(Self.limit) times; take some out")
            }
        }
        losses.sort { $0.begin < $1.begin }
        stalls.sort { $0.begin < $1.begin }
    }

    static let keys = ["seed", "source", "background", "loss", "stall"]
}
