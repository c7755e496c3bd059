import WaldoCore
public import WaldoSurvey
public import WaldoTime

/// What was measured at one place, or within one cell of the world: the mean of its samples.
public struct MeasuredPlace: Equatable, Sendable {
    /// The mean of the samples' places.
    public var place: Place
    /// The mean of the numbers, each weighted by its exposure, in the stream's unit.
    public var value: Double
    /// Its error at one standard deviation; 0: not known.
    public var sigma: Double
    /// The sum of the numbers: of a stream of counts, all of them.
    public var sum: Double
    /// How long was measured; time that samples share counts once.
    public var exposure: TimeSpan
    /// How many samples it rests on.
    public var samples: Int

    /// Creates a place from its parts.
    public init(place: Place, value: Double, sigma: Double, sum: Double, exposure: TimeSpan, samples: Int) {
        (self.place, self.value, self.sigma, self.sum) = (place, value, sigma, sum)
        (self.exposure, self.samples) = (exposure, samples)
    }
}
