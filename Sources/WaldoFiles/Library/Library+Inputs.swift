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
        var best: (entry: LibraryEntry<Mapping>, rank: (Int, Int, Int, Int, Int))?
        for entry in mappings() + mappingsMade(for: input) {
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

    /// Why `gamecontrollerdb.txt` in the operator's directory is not used, and how to change that; nil: it is used,
    /// or there is none.
    public var rowProblem: FileError? {
        let nobody = InputIdentity(bus: 0, vendor: 0, product: 0, version: 0, place: "", name: "")
        do throws(FileError) {
            _ = try rows.row(for: nobody, directory: directory)
            return nil
        } catch { return error }
    }

    /// Mappings made for a gamepad: of a row that names it, and of what it shows by itself.
    private func mappingsMade(for input: InputDescription) -> [LibraryEntry<Mapping>] {
        guard input.kind == .gamepad else { return [] }
        var made: [LibraryEntry<Mapping>] = []
        func add(_ pad: PadMapping, as entry: String, _ origin: LibraryEntry<Mapping>.Origin) {
            for (text, suffix) in [(pad.byName, ""), (pad.byPlace, "-channels")] {
                guard let text else { continue }
                let content: Result<Mapping, FileError>
                do throws(FileError) {
                    content = .success(try MappingReader.mapping(from: text, file: "\(entry)\(suffix)"))
                } catch { content = .failure(error) }
                made.append(
                    LibraryEntry(
                        name: entry + suffix, origin: origin, hidesShipped: false, text: text, content: content))
            }
        }
        if let found = try? rows.row(for: input.identity, directory: directory) {
            let place = SafeText.escaped(found.place, upTo: .max)
            let pad = PadMapping(
                layout: PadLayout(found.row, of: input), input: input, name: found.row.name,
                source: "Made of the row for this pad in \(place).")
            add(pad, as: "sdl-row", .row(found.place))
        }
        let pad = PadMapping(
            layout: PadLayout(input), input: input, name: input.identity.name,
            source: "Made of what the pad's driver shows, by the kernel's conventions and by where the axes rest.")
        add(pad, as: "as-shown", .input)
        return made
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
