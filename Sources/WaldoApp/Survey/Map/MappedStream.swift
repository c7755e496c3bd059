import WaldoCore
import WaldoFiles
import WaldoMap
import WaldoStore
import WaldoSurvey

/// A stream of a survey by its places.
struct MappedStream {
    /// The survey.
    let survey: SurveySummary
    /// The stream.
    let stream: StreamDescription
    /// How the survey was made.
    let method: MapMethod
    /// What was measured where.
    let places: [MeasuredPlace]
    /// When that was, in microseconds since 1970; nil: no clock was recorded.
    let times: ClosedRange<Int64>?
    /// How many samples share each moment, on average.
    let sharing: Double
    /// What was left out.
    let leftOut: PlaceCollector.LeftOut
    /// The plane of its map.
    let plane: MapPlane
    /// The places on the plane.
    let points: [MapPoint]

    /// What streams are preferred where none is named.
    enum Preference { case rates, counts }

    /// Reads the samples.
    /// - Parameter progress: told now and then which part has been read, 0...1.
    /// - Throws: `Failure`: there is no such survey or stream, or no sample has a place; `StoreError`;
    ///   `ExitStatus`.
    init(
        _ selection: MapSelection, _ preference: Preference = .rates, progress: (Double) -> Void = { _ in }
    ) throws {
        let reader = try StoreReader(path: selection.store, isInterrupted: { Interruption.hasCome })
        let survey = try SurveyChoice.survey(selection.survey, in: reader.surveys(), of: selection.store)
        self.survey = survey
        let runs = survey.sessions.compactMap(\.runs.last)
        let trusted = survey.sessions.compactMap { session in
            session.runs.last.map { TrustedPlaces(session, $0, of: survey, reader) }
        }
        let graph = survey.newestGraph.flatMap { try? ParsedText.graph($0.text, named: $0.name) }
        let stream = try StreamChoice.stream(selection, of: runs.flatMap(\.streams), graph, preference)
        self.stream = stream
        var system: Place.System?
        for run in runs where system == nil {
            try reader.samples(ofRun: run.id) { sample, description in
                if description.name == stream.name { system = sample.place?.system }
                return system == nil
            }
        }
        let carried = survey.description.method.flatMap { TravelMethod(rawValue: $0) }.map { MapMethod($0) }
        let method = selection.method ?? (system == .arm ? .arm : carried ?? .foot)
        self.method = method
        let total = Double(max(1, runs.reduce(0) { $0 + $1.samples }))
        func collect(without outliers: [TrackOutliers]) throws -> PlaceCollector {
            var collector = PlaceCollector(cell: method.cell, system: system), count = 0
            for (index, run) in runs.enumerated() {
                collector.beginSession()
                var failure: (any Error)?
                try reader.samples(ofRun: run.id) { sample, description in
                    count += 1
                    if description.name == stream.name, selection.window.contains(sample.utc) {
                        let isOutlier = outliers.isEmpty ? nil : outliers[index].isOutlier(at: sample.middle)
                        do {
                            let isTrusted = try trusted[index].trusts(sample)
                            collector.add(sample, isOutlier: isOutlier == true, isTrusted: isTrusted)
                        } catch {
                            failure = error
                            return false
                        }
                    }
                    guard count % 4_096 == 0 else { return true }
                    // A survey that is wide is read again.
                    if outliers.isEmpty { progress(Double(count) / total) }
                    return !Interruption.hasCome
                }
                if let failure { throw failure }
                try Interruption.check()
            }
            return collector
        }
        var collector = try collect(without: [])
        var plane = system == .arm ? .arm(selection.side) : MapPlane(fitting: collector.places.map(\.place))
        if case .wide? = plane {
            // Looked for only here: a survey that is not wide has none that could spoil its map.
            let outliers = try runs.map { try Self.outliers(of: $0, stream.name, reader) }
            collector = try collect(without: outliers)
            plane = MapPlane(fitting: collector.places.map(\.place))
        }
        places = collector.places
        (leftOut, sharing, times) = (collector.leftOut, collector.sharing, collector.times)
        guard let plane, !places.isEmpty else {
            throw Failure(
                .file,
                "\(selection.store): no sample of “\(SafeText.escaped(stream.name))” can be mapped: \(Self.reasons(leftOut))"
            )
        }
        self.plane = plane
        points = MapPoint.points(of: places, on: plane)
        guard !points.isEmpty else {
            throw Failure(
                .file,
                "\(selection.store): the places have no height, and --plane \(selection.side.rawValue) needs one; take xy"
            )
        }
    }

    /// The places of a run's samples that no speed of its carrier explains, whatever it was computed by.
    private static func outliers(
        of run: RunSummary, _ stream: String, _ reader: StoreReader
    ) throws(StoreError) -> TrackOutliers {
        let rules = run.description.location.flatMap { LocationRules(text: $0) }
        var track = TrackOutliers(fastest: rules?.fastest ?? TravelMethod.aircraft.fastest)
        var clock = SurveyClock()
        try reader.samples(ofRun: run.id) { sample, description in
            guard description.name == stream, let place = sample.place else { return true }
            if let utc = sample.utc {
                if clock.isInterrupted(by: utc, at: sample.middle) { track.interrupt() }
                clock.add(utc: utc, at: sample.middle)
            }
            track.add(place, at: sample.middle)
            return !Interruption.hasCome
        }
        track.end()
        return track
    }

    /// Refuses counts, and what adds up: a rate is needed.
    /// - Throws: `Failure` that says so.
    func requireRate(_ store: String) throws {
        guard stream.unit == "count" || MeasureUnit(stream.unit).measuresSame(as: MeasureUnit("Sv")) else { return }
        throw Failure(
            .file,
            "\(store): “\(SafeText.escaped(stream.name))” holds counts or a sum, not a rate; choose a rate (--stream)")
    }

    /// Why samples were left out, in words.
    static func reasons(_ leftOut: PlaceCollector.LeftOut) -> String {
        let reasons = [
            (leftOut.withoutPlace, "without a place"), (leftOut.withoutNumber, "without a number"),
            (leftOut.worthless, "invalid or saturated"), (leftOut.elsewhere, "in the other coordinate system"),
            (leftOut.moving, "taken while the arm moved"), (leftOut.outliers, "at a place that no speed explains"),
            (leftOut.untrusted, "with no trusted place"),
        ]
        let texts = reasons.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return texts.isEmpty ? "none was taken at that time" : texts.joined(separator: ", ")
    }

    /// The median distance of a point to the one nearest to it, in metres; 0: there is only one.
    var spacing: Double {
        let tree = PointTree(points.map(\.point))
        var found = Neighbours(capacity: 1)
        let distances = points.indices.compactMap { index -> Double? in
            tree.nearest(to: points[index].point, excluding: index, &found)
            return found.count > 0 ? found[0].square.squareRoot() : nil
        }
        return distances.isEmpty ? 0 : distances.sorted()[distances.count / 2]
    }
}
