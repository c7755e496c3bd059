import WaldoCore
import WaldoSurvey

/// A node of a graph's file while it is read.
struct GraphNodeDraft {
    let name: String
    /// Where its name stands.
    let location: YamlValue
    /// The kind's name: the one key of the node that is a kind.
    let kind: String
    let section: YamlSection
    /// The value of that key.
    let operand: YamlValue

    /// The keys that each kind takes beside its own.
    private static let keys: [String: [String]] = [
        "window": ["over", "per", "valid"], "rate": ["per"],
        "dead_time": ["tau", "model"] + calibration, "minus": calibration,
        "scale": ["by", "from", "unit"] + calibration,
        "polynomial": ["coefficients", "from", "unit", "range"] + calibration,
        "mean": ["over", "bins", "until"], "median": ["bins"], "ema": ["tau"], "integral": ["unit"],
        "poisson": ["of", "include"], "flag": ["range", "where"],
        "alarm": ["above", "below", "clear", "for", "silent", "halt", "partial"],
        "anomaly": ["over", "baseline", "sigma", "probability", "silent", "halt", "partial"],
        "locate": ["stale", "across", "later"], "thin": ["every"],
    ]
    private static let calibration = ["uncertainty", "source", "date", "standard"]

    init(_ name: String, _ location: YamlValue, _ value: YamlValue) throws(FileError) {
        self.name = name
        self.location = location
        let kinds = value.keyNames.filter { GraphKind.names.contains($0) }
        guard value.isMapping else {
            throw value.mismatch(expected: "a kind with its input, `{ mean: dose, over: 30 s }`")
        }
        guard let kind = kinds.first else {
            let meant = value.keyNames.lazy.compactMap { Spelling.nearest($0, among: GraphKind.names) }.first
            throw value.error(
                "`\(value.name)` names no kind of node"
                    + Spelling.sentence(meant, then: "expected one of " + GraphKind.names.joined(separator: ", ")))
        }
        guard kinds.count == 1 else {
            throw value.error("`\(value.name)` is `\(kind)` and `\(kinds[1])`; make two nodes of them")
        }
        self.kind = kind
        section = try value.section([kind] + (Self.keys[kind] ?? []))
        operand = try section.required(kind)
    }

    /// Whether it gives numbers that other nodes or outputs can take.
    var hasNumbers: Bool { !["alarm", "anomaly", "poisson", "locate"].contains(kind) }

    /// The names of inputs and nodes that it takes, each with its location; `minus` may take a number instead.
    var references: [YamlValue] {
        switch kind {
        case "locate": []
        case "minus": (operand.list ?? []).filter { $0.text.flatMap { Quantity($0) } == nil }
        case "poisson": [operand] + [section["of"]].compactMap { $0 }
        case "flag": [operand] + [section["where"]].compactMap { $0 }
        default: [operand]
        }
    }
}
