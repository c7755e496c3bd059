public import WaldoCore

/// The mapping that an input gets if none is named, and those that fit it and are not taken.
public struct MappingChoice: Sendable {
    /// A mapping that fits an input and is not taken unasked.
    public struct Declined: Equatable, Sendable {
        /// Its name in lists, and the title in its file.
        public let name: String, title: String
        /// Why it is not taken: what completes a sentence that begins with its title.
        public let reason: String
        /// Whether the operator has written it, who is told of it even where another one is taken.
        public let isOperators: Bool
    }

    /// The mapping; nil: none is to be taken unasked.
    public internal(set) var entry: LibraryEntry<Mapping>?
    /// Those that are not taken, each with its reason.
    public internal(set) var declined: [Declined] = []
}

/// What a row of SDL's database says of the buttons that stop a pad.
struct KnownStop {
    /// The row, and where it stands, for messages.
    let row: String, source: String
    /// The buttons; empty: they are none that the pad has.
    let codes: [UInt16]

    /// Nil if the row names none of the four buttons under the right thumb.
    init?(_ found: SDLRowSources.Found, of input: InputDescription) {
        guard ["a", "b", "x", "y"].contains(where: { found.row.sources[$0] != nil }) else { return nil }
        row = SafeText.escaped(found.row.name, upTo: 40)
        source = SafeText.escaped(found.source, upTo: .max)
        codes = PadLayout(found.row, of: input).stop
    }

    /// Why a mapping that was made without the row must not be taken; nil: it stops by a button that the row knows.
    func problem(with mapping: Mapping) -> String? {
        guard Set(codes).isDisjoint(with: mapping.keys.stop) else { return nil }
        let names = codes.map(EvdevNames.key).joined(separator: ", ")
        let known = codes.isEmpty ? "no button of the pad stops" : "\(names) stops"
        let own = mapping.keys.stop.map(EvdevNames.key).joined(separator: ", ")
        return "stops by \(own), and by the row “\(row)” in \(source) \(known)"
    }
}
