import WaldoCore
import WaldoMap
import WaldoPanel
import WaldoStore
import WaldoSurvey
import WaldoTime

/// What a helper reads of a survey for the pages.
enum SurveyContents {
    /// A session's newest run, and the slot's milliseconds at the zero of the session's clock.
    struct Session: Equatable, Sendable {
        let run: Int64
        let shift: Double
    }

    /// Which samples are wanted.
    struct Wish: Equatable, Sendable {
        let stream: String
        let sessions: [Session]
        /// Where places are drawn; nil: nowhere.
        let plane: MapPlane?

        init(stream: String, sessions: [Session], plane: MapPlane?) {
            (self.stream, self.sessions, self.plane) = (stream, sessions, plane)
        }

        init(_ packet: inout PacketReader) throws(PacketReader.Malformed) {
            stream = try packet.text()
            sessions = try packet.sessions()
            plane = try packet.plane()
        }

        func put(to packet: inout Packet) {
            packet.put(stream)
            packet.put(sessions)
            packet.put(plane)
        }
    }

    /// Which routes are wanted, between points of a plane.
    struct RouteWish: Equatable, Sendable {
        let survey: Int64?, stream: String
        let plane: MapPlane
        /// The coordinates of both ends.
        let from: PlanePoint, to: PlanePoint
        let weights: RouteWeights
        let slot: Int

        init(
            survey: Int64?, stream: String, plane: MapPlane, from: PlanePoint, to: PlanePoint, weights: RouteWeights,
            slot: Int
        ) {
            (self.survey, self.stream, self.plane, self.weights, self.slot) = (survey, stream, plane, weights, slot)
            (self.from, self.to) = (from, to)
        }

        init(_ packet: inout PacketReader) throws(PacketReader.Malformed) {
            survey = try packet.flag() ? try packet.int64() : nil
            stream = try packet.text()
            guard let plane = try packet.plane() else { throw PacketReader.Malformed() }
            self.plane = plane
            from = PlanePoint(x: try packet.finite(), y: try packet.finite())
            to = PlanePoint(x: try packet.finite(), y: try packet.finite())
            weights = RouteWeights(dose: try packet.finite(), time: try packet.finite())
            slot = try packet.int()
        }

        func put(to packet: inout Packet) {
            packet.put(survey != nil)
            if let survey { packet.put(survey) }
            packet.put(stream)
            packet.put(plane)
            for number in [from.x, from.y, to.x, to.y, weights.dose, weights.time] { packet.put(number) }
            packet.put(slot)
        }
    }

    // MARK: what the helper does

    /// Reads what there is of a survey, without samples.
    /// - Throws: `StoreError`, `Failure`, `FileError`.
    static func read(_ number: Int64, of path: String) throws -> Packet {
        let reader = try StoreReader(path: path, evenWithoutLog: true)
        let survey = try SurveyChoice.survey(number, in: reader.surveys(), of: path)
        var slot = ViewSlot(), sessions: [Session] = [], zero: (utc: Int64?, middle: Double)?
        slot.graph = try survey.newestGraph.map(ParsedFile.graph)
        let alarmText = AlarmText(slot.graph)
        for run in survey.sessions.compactMap(\.runs.last) {
            for stream in run.streams { slot.add(stream) }
            var first: (utc: Int64?, middle: Double)?, place: Place?
            try reader.samples(ofRun: run.id) { sample, _ in
                if first == nil { first = (sample.utc, milliseconds(sample.middle)) }
                if place == nil { place = sample.place }
                return place == nil && run.streams.contains { $0.placed > 0 }
            }
            guard let first else { continue }
            let start = zero ?? first
            zero = start
            slot.begin(utc: start.utc, place)
            var shift = -start.middle
            if let utc = first.utc, let begun = start.utc { shift = Double(utc - begun) / 1_000 - first.middle }
            sessions.append(Session(run: run.id, shift: shift))
            for alarm in try reader.alarms(ofRun: run.id) {
                slot.add(mark: alarmText.text(alarm), at: milliseconds(alarm.at) + shift)
            }
            for gap in try reader.gaps(ofRun: run.id) { slot.add(gap: ViewSlot.Interval(gap, shift: shift)) }
        }
        var packet = slot.packet
        packet.put(sessions)
        return packet
    }

    /// The samples of a stream.
    /// - Throws: `StoreError`.
    static func series(_ wish: Wish, of path: String) throws -> SampleSeries {
        let reader = try StoreReader(path: path, evenWithoutLog: true)
        var series = SampleSeries()
        for session in wish.sessions {
            try reader.samples(ofRun: session.run) { sample, description in
                if description.name == wish.stream {
                    series.append(sample, at: milliseconds(sample.middle) + session.shift, on: wish.plane)
                }
                return true
            }
        }
        return series
    }

    /// Routes through a survey, as the text for the pages.
    static func route(_ wish: RouteWish, of path: String) -> [UInt8] {
        let selection = MapSelection(store: path, survey: wish.survey, stream: wish.stream)
        var request = RouteRequest(
            selection, from: .mapped(wish.plane.place(wish.from)), to: .mapped(wish.plane.place(wish.to)))
        request.weights = wish.weights
        do {
            return ViewTexts.route(try SurveyRoute(request).table, wish.slot, on: wish.plane)
        } catch {
            return ViewTexts.route(refused: "\(error)", wish.slot)
        }
    }

    private static func milliseconds(_ time: Instant) -> Double { (time - .clockStart).inSeconds * 1_000 }
}

extension Packet {
    mutating func put(_ sessions: [SurveyContents.Session]) {
        put(sessions) { packet, session in
            packet.put(session.run)
            packet.put(session.shift)
        }
    }

    /// A plane that the pages have: an arm's from above, or the one that touches the world.
    mutating func put(_ plane: MapPlane?) {
        switch plane {
        case .arm: put(1)
        case .world(let longitude, let latitude):
            put(2)
            put(longitude)
            put(latitude)
        case .wide, nil: put(0)
        }
    }
}

extension PacketReader {
    mutating func sessions() throws(Malformed) -> [SurveyContents.Session] {
        try list(limit: 100_000) { (packet) throws(Malformed) in
            SurveyContents.Session(run: try packet.int64(), shift: try packet.finite())
        }
    }

    mutating func plane() throws(Malformed) -> MapPlane? {
        switch try int(0...2) {
        case 0: nil
        case 1: .arm(.xy)
        default: .world(longitude: try finite(), latitude: try finite())
        }
    }
}
