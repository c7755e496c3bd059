internal import WaldoCore
internal import WaldoStore

/// Which stream of a survey is meant.
enum StreamChoice {
    /// The stream of a name, or the first one with places that suits.
    /// - Throws: `Failure` that names the streams.
    static func stream(
        _ selection: MapSelection, of streams: [StreamSummary], _ preference: MappedStream.Preference
    ) throws -> StreamDescription {
        var names: [String] = []
        for stream in streams where !names.contains(stream.description.name) { names.append(stream.description.name) }
        let list = names.prefix(12).map { "“\(SafeText.escaped($0))”" }.joined(separator: ", ")
        if let name = selection.stream {
            if let found = streams.first(where: { $0.description.name == name }) { return found.description }
            throw Failure(
                Failure.input,
                "\(selection.store): there is no stream “\(SafeText.escaped(name))”; its streams are \(list)")
        }
        let placed = streams.filter { $0.placed > 0 }.map(\.description)
        guard let first = placed.first else {
            throw Failure(
                Failure.file,
                streams.isEmpty
                    ? "\(selection.store): the survey has no samples yet"
                    : "\(selection.store): no sample has a place; give the survey a position source with --locate")
        }
        switch preference {
        case .counts: return placed.first { $0.unit == "count" && $0.exposure != nil } ?? first
        case .rates:
            let doseRate = MeasureUnit("uSv/h")
            return placed.first { MeasureUnit($0.unit).measuresSame(as: doseRate) }
                ?? placed.first { $0.unit == "cpm" || $0.unit == "cps" } ?? first
        }
    }
}
