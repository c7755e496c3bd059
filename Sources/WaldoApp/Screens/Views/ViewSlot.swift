internal import WaldoCore
internal import WaldoMap
internal import WaldoTime

/// What the pages show of a survey: its streams, samples and gaps.
struct ViewSlot {
    /// The most gaps that are drawn.
    private static let mostGaps = 200

    /// A gap in milliseconds of the slot's clock.
    struct Interval: Equatable, Sendable {
        let from: Double, to: Double, reason: String
    }

    /// The survey's title, where it is kept, and its number there; without a store it has no route.
    var title = "", store: String?, survey: Int64?
    /// Whether it is running.
    var isLive = false
    /// Of a survey of the folder, where it is in the list.
    var item: (list: Int, place: Int)?
    /// How it was made, and of an arm's raster the step in metres.
    var method = MapMethod.foot, step: Double?
    /// The streams.
    private(set) var streams: [StreamDescription] = []
    /// What is below zero of the clock: microseconds since 1970.
    private(set) var utc: Int64?
    /// Where places are drawn; nil: there are none yet.
    private(set) var plane: MapPlane?
    /// The samples of each stream, and how many have a place.
    private(set) var series: [SampleSeries] = [], placed: [Int] = []
    private(set) var gaps: [Interval] = [], marks: [(at: Double, text: String)] = []

    /// Adds a stream.
    mutating func add(_ stream: StreamDescription) {
        streams.append(stream)
        series.append(SampleSeries())
        placed.append(0)
    }

    /// Adds a sample.
    /// - Parameter milliseconds: its time on the slot's clock.
    /// - Returns: whether something else than samples has changed: the clock or the plane is known now.
    mutating func add(_ sample: Sample, stream: Int, at milliseconds: Double) -> Bool {
        guard series.indices.contains(stream) else { return false }
        var isNews = false
        if utc == nil, let time = sample.utc {
            utc = time - Int64(milliseconds * 1_000)
            isNews = true
        }
        if plane == nil, let place = sample.place {
            plane = place.system == .arm ? .arm(.xy) : .world(longitude: place.x, latitude: place.y)
            if place.system == .arm { method = .arm }
            isNews = true
        }
        if sample.place != nil { placed[stream] += 1 }
        series[stream].append(sample, at: milliseconds, on: plane)
        return isNews
    }

    /// Adds a time without measurements.
    mutating func add(gap: Interval) { gaps = (gaps + [gap]).suffix(Self.mostGaps) }

    /// Adds a moment that something is to be seen of, such as an alarm.
    mutating func add(mark text: String, at milliseconds: Double) {
        marks = (marks + [(milliseconds, text)]).suffix(Self.mostGaps)
    }

    /// The stream that is shown first: a dose rate, a rate, or else the first.
    var preferred: Int {
        let doseRate = MeasureUnit("uSv/h")
        // The whole points of a raster are its map.
        let spot = streams.firstIndex {
            $0.name.hasPrefix(SurveyMachine.spotPrefix) && MeasureUnit($0.unit).measuresSame(as: doseRate)
        }
        return spot ?? streams.firstIndex { MeasureUnit($0.unit).measuresSame(as: doseRate) }
            ?? streams.firstIndex { $0.unit == "cpm" || $0.unit == "cps" } ?? 0
    }
}
