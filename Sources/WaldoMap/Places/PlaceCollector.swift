import WaldoCore
public import WaldoSurvey
import WaldoTime

/// Collects the samples of a stream by their places.
///
/// In an arm's workspace samples at one commanded place are together, and those taken on the way are left out: their
/// place is known less well. In the world, those within one square cell are together.
public struct PlaceCollector: Sendable {
    /// Samples that have no part in a map, by the reason.
    public struct LeftOut: Equatable, Sendable {
        /// They have no place, no number, or a number that is worth nothing (`SampleFlags.worthless`).
        public var withoutPlace = 0, withoutNumber = 0, worthless = 0
        /// Their place is in another coordinate system than that of the others, or was passed by a moving arm.
        public var elsewhere = 0, moving = 0
        /// No speed of the carrier explains their place, or that of their fix, and they have no other one.
        public var outliers = 0
        /// Their place is not trusted (`PlaceTrust`).
        public var untrusted = 0

        /// Nothing was left out.
        public init() {}
    }

    private struct Key: Hashable { var x: Int64, y: Int64, z: Int64 }

    private struct Sums {
        var x = 0.0, y = 0.0, z = 0.0, heights = 0.0, accuracy = 0.0
        var weight = 0.0, value = 0.0, sum = 0.0, squares = 0.0
        var samples = 0, exposures = TimeSpan.zero, covered = TimeSpan.zero, until = Instant.distantPast
    }

    /// The coordinate system of the samples; nil: none has come.
    public private(set) var system: Place.System?
    /// What was left out.
    public private(set) var leftOut = LeftOut()
    /// When the samples were taken, in microseconds since 1970; nil: no clock was recorded.
    public private(set) var times: ClosedRange<Int64>?
    /// The time of all samples, and how much of it is covered.
    private var exposures = TimeSpan.zero, covered = TimeSpan.zero, until = Instant.distantPast
    private var sums: [Key: Sums] = [:]
    private var order: [Key] = []
    private let cell: Double?
    private var cells: (x: Double, y: Double)?
    private var best = Double.infinity

    /// Places of an arm within this distance are one, in metres.
    private static let same = 0.001
    /// The place of a moving arm is known this much less well than that of a resting one, at least.
    private static let moving = 1.5

    /// Creates a collector.
    /// - Parameters:
    ///   - cell: the side of a cell of the world in metres.
    ///   - system: the coordinate system whose samples are wanted; nil: that of the first one.
    public init(cell: Double?, system: Place.System? = nil) {
        self.cell = cell
        self.system = system
    }

    /// Begins another session, whose clock has nothing to do with that of the one before.
    public mutating func beginSession() {
        until = .distantPast
        for key in order { sums[key]?.until = .distantPast }
    }

    /// Takes a sample; those of one session come in the order of their times.
    /// - Parameters:
    ///   - isOutlier: whether no speed of the carrier explains its place.
    ///   - isTrusted: whether its place is trusted.
    public mutating func add(_ sample: Sample, isOutlier: Bool = false, isTrusted: Bool = true) {
        guard !isOutlier else { return leftOut.outliers += 1 }
        guard let place = sample.place, place.x.isFinite, place.y.isFinite else {
            if sample.flags.contains(.outlierPlace) { leftOut.outliers += 1 } else { leftOut.withoutPlace += 1 }
            return
        }
        guard isTrusted else { return leftOut.untrusted += 1 }
        guard let value = sample.value, value.isFinite else { return leftOut.withoutNumber += 1 }
        guard sample.flags.isDisjoint(with: .worthless) else { return leftOut.worthless += 1 }
        let system = self.system ?? place.system
        guard place.system == system else { return leftOut.elsewhere += 1 }
        self.system = system
        if system == .arm, let accuracy = place.accuracy {
            if accuracy * Self.moving < best { restart(at: accuracy) }
            guard accuracy <= best * Self.moving else { return leftOut.moving += 1 }
        }
        if let utc = sample.utc {
            times = min(utc, times?.lowerBound ?? utc)...max(utc, times?.upperBound ?? utc)
        }
        exposures += sample.to - sample.from
        covered += max(.zero, sample.to - max(sample.from, until))
        until = max(until, sample.to)
        let key = key(place)
        if sums[key] == nil { order.append(key) }
        Self.add(sample, value, place, to: &sums[key, default: Sums()])
    }

    /// What came until now was taken on the way.
    private mutating func restart(at accuracy: Double) {
        best = accuracy
        (exposures, covered, until, times) = (.zero, .zero, .distantPast, nil)
        leftOut.moving += sums.values.reduce(0) { $0 + $1.samples }
        sums.removeAll()
        order.removeAll()
    }

    private static func add(_ sample: Sample, _ value: Double, _ place: Place, to sums: inout Sums) {
        let span = max(sample.to - sample.from, .microseconds(1)), weight = span.inSeconds
        sums.x += place.x
        sums.y += place.y
        if let z = place.z {
            sums.z += z
            sums.heights += 1
        }
        sums.accuracy = max(sums.accuracy, place.accuracy ?? 0)
        sums.weight += weight
        sums.value += value * weight
        sums.sum += value
        let error = (sample.sigma ?? 0) * weight
        sums.squares += error * error
        sums.samples += 1
        sums.exposures += span
        sums.covered += max(.zero, sample.to - max(sample.from, sums.until))
        sums.until = max(sums.until, sample.to)
    }

    private mutating func key(_ place: Place) -> Key {
        func step(_ coordinate: Double, _ side: Double) -> Int64 {
            Int64(min(max(-1e15, (coordinate / side).rounded(.toNearestOrAwayFromZero)), 1e15))
        }
        guard place.system == .world else {
            return Key(x: step(place.x, Self.same), y: step(place.y, Self.same), z: step(place.z ?? 0, Self.same))
        }
        // Without a cell, a centimetre.
        let cells = cells ?? MapPlane.world(longitude: place.x, latitude: place.y).degrees(of: cell ?? 0.01)
        self.cells = cells
        return Key(x: step(place.x, cells.x), y: step(place.y, cells.y), z: 0)
    }

    /// How many samples share each moment, on average: the errors of neighbours are that much less independent.
    public var sharing: Double { covered > .zero ? max(1, exposures.inSeconds / covered.inSeconds) : 1 }

    /// The places in the order in which they were visited first.
    public var places: [MeasuredPlace] {
        order.compactMap { key in
            guard let sums = sums[key] else { return nil }
            let count = Double(sums.samples)
            // Errors of samples that share time do not shrink as those of independent ones do.
            let shared = sums.covered > .zero ? max(1, sums.exposures.inSeconds / sums.covered.inSeconds) : 1
            return MeasuredPlace(
                place: Place(
                    system: system ?? .world, x: sums.x / count, y: sums.y / count,
                    z: sums.heights > 0 ? sums.z / sums.heights : nil,
                    accuracy: sums.accuracy > 0 ? sums.accuracy : nil),
                value: sums.value / sums.weight, sigma: (sums.squares * shared).squareRoot() / sums.weight,
                sum: sums.sum, exposure: max(sums.covered, .microseconds(1)), samples: sums.samples)
        }
    }
}
