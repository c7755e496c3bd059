public import WaldoCore

/// Which mapping an input gets.
extension Library {
    /// The mapping that an input gets if none is named; nil when none matches, or none of those is to be taken unasked.
    /// - Parameter arm: the arm that is driven: a mapping that moves one of its channels comes before all others.
    public func bestMapping(for input: InputDescription, driving arm: Arm? = nil) -> LibraryEntry<Mapping>? {
        bestMapping(for: input, driving: arm, of: mappings())
    }

    /// The same, of the library's mappings as they have been read.
    func bestMapping(
        for input: InputDescription, driving arm: Arm? = nil, of read: [LibraryEntry<Mapping>]
    ) -> LibraryEntry<Mapping>? {
        choice(for: input, driving: arm, of: read).entry
    }

    /// The mapping that an input gets if none is named. The operator's come first, then one made of a row of SDL's
    /// database, then the shipped ones, then one made of what the input shows by itself. Of those of one kind, one
    /// that binds channels by name comes before one that binds them by number, and a more specific one before a less
    /// specific one. One that takes the input's sticks for triggers, or triggers for a stick, comes after all others,
    /// and after these one that reads an axis without a range.
    ///
    /// A shipped one, or one made of what the input shows, is not taken at all if it takes triggers, levers or pedals
    /// for a stick, or if a row knows other buttons that stop.
    /// - Parameter arm: the arm that is driven: a mapping that moves one of its channels comes before all others.
    public func choice(for input: InputDescription, driving arm: Arm? = nil) -> MappingChoice {
        choice(for: input, driving: arm, of: mappings())
    }

    private func choice(
        for input: InputDescription, driving arm: Arm?, of read: [LibraryEntry<Mapping>]
    ) -> MappingChoice {
        var choice = MappingChoice(), motionless: [MappingChoice.Declined] = []
        var highest = (0, 0, 0, 0, 0, -1)
        let (made, knownStop) = mappingsMade(for: input)
        for entry in read + made {
            guard let mapping = entry.value, let score = mapping.match.score(for: input) else { continue }
            // Only who names it expects that a stick moves several joints.
            if entry.origin == .shipped, mapping.movesHand { continue }
            if let reason = entry.origin.isGuess ? guessProblem(mapping, input, knownStop) : nil {
                choice.declined.append(.init(entry, mapping, reason))
                continue
            }
            let moves = arm.map { !$0.movesNothing(by: mapping) } ?? true
            let still = mapping.axesWithoutRange(in: input.axes)
            let isSensible =
                !mapping.takesSticksForTriggers(in: input.axes) && !mapping.takesTriggersForStick(in: input.axes)
            let rank = (
                moves && still.isEmpty ? 1 : 0, isSensible ? 1 : 0, still.isEmpty ? 1 : 0, entry.origin.precedence,
                mapping.bindsByIndex ? 0 : 1, score
            )
            if !still.isEmpty {
                let axes = still.map(EvdevNames.axis).joined(separator: ", ")
                motionless.append(.init(entry, mapping, "reads \(axes), for which its driver states no range"))
            }
            if rank > highest { (choice.entry, highest) = (entry, rank) }
        }
        choice.declined += motionless.filter { $0.name != choice.entry?.name }
        return choice
    }

    /// Why a mapping that nobody has made for this very pad must not be taken for it; nil: it may be.
    private func guessProblem(_ mapping: Mapping, _ input: InputDescription, _ knownStop: KnownStop?) -> String? {
        if let problem = knownStop?.problem(with: mapping) { return problem }
        if let count = PadLayout(input).unknownButtons, knownStop == nil {
            let own = mapping.keys.stop.map(EvdevNames.key).joined(separator: ", ")
            return "stops by \(own), and which of the pad's \(count) numbered buttons are under the thumb is not known"
        }
        if mapping.takesSticksForTriggers(in: input.axes) { return nil }
        let readsLevers = mapping.readsLeversAsStick(of: input)
        guard readsLevers || mapping.takesTriggersForStick(in: input.axes) else { return nil }
        return "takes \(readsLevers ? "levers or pedals" : "triggers") for a stick"
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
                let missing = SDLRowFault.missing(found.row, on: input).filter { target, _ in
                    found.isOperators || SDLRowFault.isStickOrTrigger(target)
                }
                if !missing.isEmpty {
                    let names = missing.map(\.text).joined(separator: ", ")
                    let added = PadLayout.added(to: found.row, of: input)
                    let instead = added.isEmpty ? "" : "; \(added.joined(separator: ", ")), as its driver shows"
                    problems.append(
                        FileError(
                            file: found.source, "\(names) of the row “\(name)”: the pad has no such\(instead)"))
                }
                return true
            }
            problems.append(
                FileError(
                    file: found.source,
                    "no mapping can be made of the row “\(name)”: it needs a stick, a directional pad or two triggers, "
                        + "`start`, and one of `b`, `a`, `x` and `y`, each on a button or axis of its own that the pad "
                        + "has"))
            return false
        }
        return problems
    }

    /// Mappings made for a gamepad: of a row that names it, and of what it shows by itself; and what the first row that
    /// names it knows of its stop, also where no mapping can be made of it.
    private func mappingsMade(for input: InputDescription) -> (entries: [LibraryEntry<Mapping>], stop: KnownStop?) {
        guard input.kind == .gamepad else { return ([], nil) }
        var made: [LibraryEntry<Mapping>] = []
        var stop: KnownStop?
        _ = rows.row(for: input.identity, directory: directory) { found in
            stop = stop ?? KnownStop(found, of: input)
            made = mappings(of: found, for: input)
            return !made.isEmpty
        }
        let pad = PadMapping(
            layout: PadLayout(input), input: input, name: input.identity.name,
            source: "Made of what the pad's driver shows, by the kernel's conventions and by where the axes rest.")
        return (made + mappings(of: pad, as: "as-shown", .input), stop)
    }

    private func mappings(of found: SDLRowSources.Found, for input: InputDescription) -> [LibraryEntry<Mapping>] {
        let source = SafeText.escaped(found.source, upTo: .max)
        let pad = PadMapping(
            layout: PadLayout(found.row, of: input), input: input, name: found.row.name,
            source: "Made of the row for this pad in \(source).")
        return mappings(of: pad, as: "sdl-row", .row(found.source))
    }

    /// The mappings that a pad makes and that can be read.
    private func mappings(
        of pad: PadMapping, as entry: String, _ origin: LibraryEntry<Mapping>.Origin
    ) -> [LibraryEntry<Mapping>] {
        [(pad.byName, ""), (pad.byNumber, "-channels")].compactMap { text, suffix in
            guard let text, let mapping = try? MappingReader.mapping(from: text, file: entry + suffix) else {
                return nil
            }
            return LibraryEntry(
                name: entry + suffix, origin: origin, hidesShipped: false, text: text, content: .success(mapping))
        }
    }
}

extension MappingChoice.Declined {
    fileprivate init(_ entry: LibraryEntry<Mapping>, _ mapping: Mapping, _ reason: String) {
        let isOperators = if case .file = entry.origin { true } else { false }
        self.init(name: entry.name, title: mapping.name, reason: reason, isOperators: isOperators)
    }
}

extension LibraryEntry.Origin {
    /// Whether nobody has made it for this very input.
    fileprivate var isGuess: Bool { self == .shipped || self == .input }

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
