public import WaldoTime

/// What a node computes. All of it is + - x / and square root, and integers for time: the same values give the same
/// bits on every machine.
public enum GraphKind: Equatable, Sendable {
    /// What `minus` subtracts.
    public enum Subtrahend: Equatable, Sendable {
        /// The newest value of the second input, times a factor that converts its unit.
        case node(factor: Double)
        /// A declared number with its standard uncertainty, both in the unit of the first input.
        case constant(Double, uncertainty: Double, Calibration)
    }

    /// Over which values a mean is taken.
    public enum Span: Equatable, Sendable {
        /// Those of the last time.
        case time(TimeSpan)
        /// The newest ones, this many.
        case values(Int)
        /// The newest ones, as few as give this relative error of counting, but those of the shorter time at least and
        /// of the longer one at most.
        case error(Double, from: TimeSpan, to: TimeSpan)
    }

    /// How many values a `thin` node lets through.
    public enum Spacing: Equatable, Sendable {
        /// One in this time.
        case time(TimeSpan)
        /// One in this distance in metres: for the caller, which knows the place; the engine lets all through.
        case distance(Double)
    }

    /// The counts of the last time: their sum, or their rate as counts per time over the exposure actually measured.
    /// `.partial` until the time is full, unless `marksPartial` is false; `.gap` where part of it was not measured.
    case window(over: TimeSpan, per: TimeSpan?, marksPartial: Bool)
    /// The counts of each bin over its exposure, as counts per time.
    case rate(per: TimeSpan)
    /// Corrects raw counts n of exposure T for a non-paralyzable dead time tau in seconds: n / (1 - n tau / T). Above
    /// n tau / T = 0.3 the bin is saturated and has no number.
    case deadTime(tau: Double, Calibration)
    /// Subtracts, with standard errors added in quadrature. A result below the decision threshold is flagged.
    case minus(Subtrahend)
    /// Multiplies by a calibration factor.
    case scale(by: Double, Calibration)
    /// Coefficients of powers from 0, after the factor has converted the input's unit; `.invalid` outside the range.
    case polynomial([Double], factor: Double, range: ClosedRange<Double>?, Calibration)
    /// The mean, each value weighted by its exposure where it has one.
    case mean(Span)
    /// The median of the newest values, this many.
    case median(Int)
    /// A moving mean whose newest value has the weight dt / (tau + dt).
    case ema(tau: TimeSpan)
    /// The sum of value x exposure of each bin, times a factor that gives the unit.
    case integral(factor: Double)
    /// Gives the Poisson limits of error to the output of a node.
    case poisson(includesCalibration: Bool)
    /// Marks values; the tested input's numbers are converted by the factor.
    case flag(ClosedRange<Double>, factor: Double)
    /// Raises an alarm at a level, at silence or at saturation.
    case alarm(GraphAlarm)
    /// Raises an alarm at counts that their baseline does not explain.
    case anomaly(GraphAnomaly, GraphAlarm)
    /// States how samples are located.
    case locate(LocationRules)
    /// Lets fewer values through.
    case thin(Spacing)

    /// The kind's name in a graph's file.
    public var name: String {
        switch self {
        case .window: "window"
        case .rate: "rate"
        case .deadTime: "dead_time"
        case .minus: "minus"
        case .scale: "scale"
        case .polynomial: "polynomial"
        case .mean: "mean"
        case .median: "median"
        case .ema: "ema"
        case .integral: "integral"
        case .poisson: "poisson"
        case .flag: "flag"
        case .alarm: "alarm"
        case .anomaly: "anomaly"
        case .locate: "locate"
        case .thin: "thin"
        }
    }

    /// The names of all kinds, in the order of the documentation.
    public static let names = [
        "window", "rate", "dead_time", "minus", "scale", "polynomial", "mean", "median", "ema", "integral", "poisson",
        "flag", "alarm", "anomaly", "locate", "thin",
    ]
}
