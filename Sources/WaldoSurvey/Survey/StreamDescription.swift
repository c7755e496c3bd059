public import WaldoTime

/// What a stream of numbers is: one that a sensor's messages carry, or one that a graph gives.
public struct StreamDescription: Equatable, Sendable {
    /// The stream's name, unique in its survey: `counts`, `dose`, `PM2.5`.
    public var name: String
    /// The quantity that it measures, such as `Particulate Matter`; nil: not stated.
    public var quantity: String?
    /// The unit of its numbers, as text: `count`, `uSv/h`; empty: a number without a unit.
    public var unit: String
    /// For a number that stands for a time, such as counts: how long each is exposed. Nil: a momentary value.
    public var exposure: TimeSpan?
    /// The interval at which the sensor gives the numbers; nil: not known.
    public var interval: TimeSpan?
    /// Whether the sensor has already corrected its counts for dead time.
    public var isCompensated: Bool
    /// AirCasting's five thresholds, very low to very high; empty: none.
    public var thresholds: [Double]

    /// Creates a description from its parts.
    public init(
        name: String, quantity: String? = nil, unit: String = "", exposure: TimeSpan? = nil,
        interval: TimeSpan? = nil, isCompensated: Bool = false, thresholds: [Double] = []
    ) {
        self.name = name
        self.quantity = quantity
        self.unit = unit
        self.exposure = exposure
        self.interval = interval
        self.isCompensated = isCompensated
        self.thresholds = thresholds
    }
}
