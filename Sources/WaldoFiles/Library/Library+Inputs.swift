public import WaldoCore

/// Which mapping an input gets.
extension Library {
    /// The mapping that an input gets if none is named; nil when none matches. The operator's come first, then one
    /// made of a row of SDL's database, then the shipped ones, then one made of what the input shows by itself. Of
    /// those of one kind, one that binds channels by name comes before one that binds them by place, and a more
    /// specific one before a less specific one. One that takes the input's sticks for triggers, or triggers for a
    /// stick, comes after all others, and so does a shipped one that takes levers or pedals for one.
    /// - Parameter arm: the arm that is driven: a mapping that moves one of its channels comes before all others.
    public func bestMapping(for input: InputDescription, driving arm: Arm? = nil) -> LibraryEntry<Mapping>? {
        bestMapping(for: input, driving: arm, of: mappings())
    }

    /// The same, of the library's mappings as they have been read.
    func bestMapping(
        for input: InputDescription, driving arm: Arm? = nil, of read: [LibraryEntry<Mapping>]
    ) -> LibraryEntry<Mapping>? {
        var best: (entry: LibraryEntry<Mapping>, rank: (Int, Int, Int, Int, Int))?
        for entry in read + mappingsMade(for: input) {
            guard let mapping = entry.value, let score = mapping.match.score(for: input) else { continue }
            let moves = arm.map { !$0.movesNothing(by: mapping) } ?? true
            let isSensible =
                !mapping.takesSticksForTriggers(in: input.axes) && !mapping.takesTriggersForStick(in: input.axes)
                && !(entry.origin == .shipped && mapping.takesLeversForStick(of: input))
            let rank = (
                moves ? 1 : 0, isSensible ? 1 : 0, entry.origin.precedence, mapping.bindsByPlace ? 0 : 1, score
            )
            if rank > best?.rank ?? (0, 0, 0, 0, -1) { best = (entry, rank) }
        }
        return best?.entry
    }

    /// What of the operator's rows of SDL's database is not used, and how to change that: sources that cannot be
    /// read, and lines that say nothing.
    public var rowProblems: [FileError] { rows.unreadable(directory: directory) + rows.faults(directory: directory) }

    /// Why a gamepad does not get what the operator's rows say: sources that cannot be read, and a row for this pad
    /// of which no mapping can be made.
    public func rowProblems(for input: InputDescription) -> [FileError] {
        guard input.kind == .gamepad else { return [] }
        var problems = rows.unreadable(directory: directory)
        _ = rows.row(for: input.identity, directory: directory) { found in
            let name = SafeText.escaped(found.row.name, upTo: 40)
            guard mappings(of: found, for: input).isEmpty else {
                let missing = found.isOperators ? SDLRowFault.missing(found.row, on: input) : []
                if !missing.isEmpty {
                    let names = missing.joined(separator: ", ")
                    problems.append(FileError(file: found.place, "\(names) of the row “\(name)”: the pad has no such"))
                }
                return true
            }
            problems.append(
                FileError(
                    file: found.place,
                    "no mapping can be made of the row “\(name)”: it needs a stick, a directional pad or two triggers, "
                        + "`start`, and one of `b`, `a`, `x` and `y`, each on a button or axis of its own that the pad "
                        + "has"))
            return false
        }
        return problems
    }

    /// Mappings made for a gamepad: of a row that names it, and of what it shows by itself.
    private func mappingsMade(for input: InputDescription) -> [LibraryEntry<Mapping>] {
        guard input.kind == .gamepad else { return [] }
        var made: [LibraryEntry<Mapping>] = []
        _ = rows.row(for: input.identity, directory: directory) { found in
            made = mappings(of: found, for: input)
            return !made.isEmpty
        }
        let pad = PadMapping(
            layout: PadLayout(input), input: input, name: input.identity.name,
            source: "Made of what the pad's driver shows, by the kernel's conventions and by where the axes rest.")
        return made + mappings(of: pad, as: "as-shown", .input)
    }

    private func mappings(of found: SDLRowSources.Found, for input: InputDescription) -> [LibraryEntry<Mapping>] {
        let place = SafeText.escaped(found.place, upTo: .max)
        let pad = PadMapping(
            layout: PadLayout(found.row, of: input), input: input, name: found.row.name,
            source: "Made of the row for this pad in \(place).")
        return mappings(of: pad, as: "sdl-row", .row(found.place))
    }

    /// The mappings that a pad makes and that can be read.
    private func mappings(
        of pad: PadMapping, as entry: String, _ origin: LibraryEntry<Mapping>.Origin
    ) -> [LibraryEntry<Mapping>] {
        [(pad.byName, ""), (pad.byPlace, "-channels")].compactMap { text, suffix in
            guard let text, let mapping = try? MappingReader.mapping(from: text, file: entry + suffix) else {
                return nil
            }
            return LibraryEntry(
                name: entry + suffix, origin: origin, hidesShipped: false, text: text, content: .success(mapping))
        }
    }
}

extension LibraryEntry.Origin {
    /// The higher of two comes first.
    fileprivate var precedence: Int {
        switch self {
        case .file: 3
        case .row: 2
        case .shipped: 1
        case .input: 0
        }
    }
}
