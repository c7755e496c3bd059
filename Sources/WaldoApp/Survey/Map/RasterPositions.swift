import WaldoCore
import WaldoFiles
import WaldoStore
import WaldoSurvey
import WaldoTime

/// Which channels had which numbers where a survey's raster measured.
struct RasterPositions {
    /// The hand's place in millimetres from the arm's base: as `PlaceCollector` distinguishes places.
    private struct Key: Hashable {
        let x: Int64, y: Int64, z: Int64

        init(_ place: Place) {
            func millimetres(_ metres: Double) -> Int64 {
                Int64((min(max(-1e6, metres), 1e6) / 0.001).rounded(.toNearestOrAwayFromZero))
            }
            (x, y, z) = (millimetres(place.x), millimetres(place.y), millimetres(place.z ?? 0))
        }
    }

    /// The arm.
    let arm: Arm
    /// The arm's positions, and the velocities that the raster moved.
    let channels: [Channel]
    private let numbers: [Key: [[Int32]]]

    /// Reads the arm's commands.
    /// - Throws: `Failure`: no raster was driven; `StoreError`.
    init(_ survey: SurveySummary, _ reader: StoreReader) throws {
        guard let file = survey.description.arm else { throw Self.refusal(reader) }
        let arm = try ParsedFile.arm(file)
        var found: [Key: [PerChannel<Int32>]] = [:], order: [PerChannel<Int32>] = []
        for session in survey.sessions {
            guard let run = session.runs.last else { continue }
            let spots = try Self.spots(of: session.id, arm, reader)
            var next = 0
            try reader.samples(ofRun: run.id) { sample, stream in
                guard stream.name.hasPrefix(SurveyMachine.spotPrefix), let place = sample.place else { return true }
                while next < spots.count, spots[next].to < sample.to { next += 1 }
                guard next < spots.count, spots[next].from <= sample.to else { return true }
                let numbers = spots[next].numbers
                if !found[Key(place), default: []].contains(numbers) {
                    found[Key(place), default: []].append(numbers)
                    order.append(numbers)
                }
                return !Interruption.hasCome
            }
            try Interruption.check()
        }
        guard let first = order.first else { throw Self.refusal(reader) }
        self.arm = arm
        let channels = arm.channels.filter { channel in
            arm.profiles[channel].action == nil
                && (arm.profiles[channel].mode == .position || order.contains { $0[channel] != first[channel] })
        }
        self.channels = channels
        numbers = found.mapValues { all in all.map { numbers in channels.map { numbers[$0] } } }
    }

    /// The numbers of the channels at a place, of which several may bring the hand there; empty: the raster did not
    /// measure there.
    func numbers(at place: Place) -> [[Int32]] { numbers[Key(place), default: []] }

    /// When the arm rested at points, and what its channels had been commanded: a velocity has as many frames forward
    /// as its number, from where it stood at the session's start.
    private static func spots(
        of session: Int64, _ arm: Arm, _ reader: StoreReader
    ) throws -> [(from: Instant, to: Instant, numbers: PerChannel<Int32>)] {
        var numbers = arm.startValues, began: Instant?
        var spots: [(from: Instant, to: Instant, numbers: PerChannel<Int32>)] = []
        for channel in arm.channels where arm.profiles[channel].mode == .velocity { numbers[channel] = 0 }
        try reader.events(of: session) { event, time in
            switch event {
            case .command(let channel, let number) where arm.channels.contains(channel):
                let profile = arm.profiles[channel]
                if profile.mode == .velocity {
                    numbers[channel] += (number - profile.range.zero).signum()
                } else {
                    numbers[channel] = number
                }
            case .spot(.began): began = time
            case .spot(let end):
                if let began, end != .dropped { spots.append((began, time, numbers)) }
                began = nil
            default: break
            }
            return !Interruption.hasCome
        }
        try Interruption.check()
        return spots
    }

    private static func refusal(_ reader: StoreReader) -> Failure {
        Failure(
            .file,
            """
            \(SafeText.escaped(reader.path, upTo: .max)): no raster was driven in it, so that nobody knows what the arm's \
            channels have to be at its places; make one with `waldo survey raster`
            """)
    }
}
