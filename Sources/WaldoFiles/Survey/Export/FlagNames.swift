import WaldoCore
import WaldoSurvey

/// The names of flags as bytes, made once for each combination that occurs.
struct FlagNames {
    private var known: [(flags: Int32, text: [UInt8])] = [(0, [])]

    /// The names of the flags that are set, with a space between them; empty: none is set.
    mutating func text(_ flags: SampleFlags) -> [UInt8] {
        if let found = known.first(where: { $0.flags == flags.rawValue }) { return found.text }
        let text = Array(SampleFlags.text(flags).utf8)
        // A survey has few combinations; a store that was changed could have any.
        if known.count < 64 { known.append((flags.rawValue, text)) }
        return text
    }
}

extension SampleFlags {
    /// The names of the flags that are set, with a space between them; empty: none is set.
    static func text(_ flags: SampleFlags) -> String {
        names.filter { flags.contains($0.flag) }.map(\.name).joined(separator: " ")
    }
}
