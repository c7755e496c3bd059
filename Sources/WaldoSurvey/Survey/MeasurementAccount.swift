/// What became of the measurements that a channel's messages carry: a message, or a row of a burst, is one.
public struct MeasurementAccount: Equatable, Sendable {
    /// How many were decoded.
    public var decoded: Int
    private var counts = [Int](repeating: 0, count: Unsampled.allCases.count)

    /// Creates an account of so many, each of which gave a sample.
    public init(decoded: Int = 0) { self.decoded = decoded }

    /// Adds a measurement.
    /// - Parameter reason: why it gives no sample; nil: it gives one, or goes into what gives one.
    mutating func add(_ reason: Unsampled?) {
        decoded += 1
        if let reason { self[reason] += 1 }
    }

    /// How many gave no sample for this reason.
    public subscript(reason: Unsampled) -> Int {
        get { counts[reason.index] }
        set { counts[reason.index] = newValue }
    }

    /// How many gave no sample.
    public var unsampled: Int { counts.reduce(0, +) }

    /// `3 measurements gave no sample: 2 that came too late, 1 without a number`; nil: each gave one.
    public var text: String? {
        guard unsampled > 0 else { return nil }
        let parts = Unsampled.allCases.filter { self[$0] > 0 }.map { "\(self[$0]) \($0.text)" }
        return "\(unsampled) measurement\(unsampled == 1 ? "" : "s") gave no sample: " + parts.joined(separator: ", ")
    }
}

extension Sequence<MeasurementAccount> {
    /// The measurements of all channels or sessions.
    public var total: MeasurementAccount {
        reduce(into: MeasurementAccount()) { sum, one in
            sum.decoded += one.decoded
            for reason in Unsampled.allCases { sum[reason] += one[reason] }
        }
    }
}
