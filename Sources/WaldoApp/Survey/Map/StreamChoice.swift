import WaldoCore
import WaldoFiles
import WaldoStore
import WaldoSurvey

/// Which stream of a survey is meant.
enum StreamChoice {
    /// The stream of a name, or of those with places the one of the lowest rank; its unit is the same in all sessions.
    /// - Parameter graph: the graph that computed them; nil: none, or it is not known.
    /// - Throws: `Failure` that names the streams, or the units.
    static func stream(
        _ selection: MapSelection, of streams: [StreamSummary], _ graph: Graph?, _ preference: MappedStream.Preference
    ) throws -> StreamDescription {
        let found = try choice(selection, of: streams, graph, preference)
        let units = Set(streams.filter { $0.description.name == found.name && $0.samples > 0 }.map(\.description.unit))
        guard units.count < 2 else {
            throw Failure(
                .file,
                """
                \(selection.store): “\(SafeText.escaped(found.name))” is in \(units.sorted().joined(separator: " and in ")) in \
                different sessions; process the survey again with one graph
                """)
        }
        return found
    }

    private static func choice(
        _ selection: MapSelection, of streams: [StreamSummary], _ graph: Graph?, _ preference: MappedStream.Preference
    ) throws -> StreamDescription {
        var names: [String] = []
        for stream in streams where !names.contains(stream.description.name) { names.append(stream.description.name) }
        let list = names.prefix(12).map { "“\(SafeText.escaped($0))”" }.joined(separator: ", ")
        if let name = selection.stream {
            if let found = streams.first(where: { $0.description.name == name }) { return found.description }
            throw Failure(
                .input,
                "\(selection.store): there is no stream “\(SafeText.escaped(name))”"
                    + Spelling.hint(name, among: names.map { SafeText.escaped($0) }, then: "its streams are \(list)"))
        }
        let all = streams.filter { $0.placed > 0 }.map(\.description)
        // The points of a raster have streams of their own.
        let spots = all.filter { $0.name.hasPrefix(SurveyMachine.spotPrefix) }
        let placed = spots.isEmpty ? all : spots
        guard let first = StreamRank.first(of: placed, in: graph) else {
            throw Failure(
                .file,
                streams.isEmpty
                    ? "\(selection.store): the survey has no samples yet"
                    : "\(selection.store): no sample has a place; give the survey a position source with --locate")
        }
        switch preference {
        case .rates: return placed[first]
        case .counts: return placed.first { $0.unit == "count" && $0.exposure != nil } ?? placed[first]
        }
    }
}
