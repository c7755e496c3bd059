public import WaldoTime

/// Counts spans of time by length, in bounded memory however many there are.
///
/// Each span below 256 microseconds has a bucket of its own; above, each power of two is divided into 128 buckets of
/// equal width, so that a quantile differs from the exact one by less than 0.4 % (`relativeError`). Least, greatest,
/// count and sum are exact.
public struct Histogram: Equatable, Sendable {
    private static let stepBits = 7
    private static let steps = 1 << stepBits

    /// The largest relative error of a quantile, compared with that of the exact spans.
    public static let relativeError = 0.5 / Double(steps)

    /// The number of spans.
    public private(set) var count = 0
    /// The sum of all spans.
    public private(set) var sum: TimeSpan = .zero
    /// The shortest and the longest span; nil before the first.
    public private(set) var least: TimeSpan?, greatest: TimeSpan?
    /// Grows with the longest span, to `maxBuckets` at most. The last of these counts what is longer than all others.
    private var buckets: [Int] = []
    private let maxBuckets: Int

    /// Creates an empty histogram that distinguishes spans of any length.
    public init() { maxBuckets = 7_296 }

    /// Creates an empty histogram to which adding allocates nothing. Of longer spans than `longest` it keeps their
    /// number and the greatest, which is their quantile.
    public init(upTo longest: TimeSpan) {
        maxBuckets = Self.bucket(of: max(.zero, longest)) + 2
        buckets = [Int](repeating: 0, count: maxBuckets)
    }

    /// Adds a span; a negative one counts as zero.
    public mutating func add(_ span: TimeSpan) {
        let span = max(.zero, span)
        let bucket = min(Self.bucket(of: span), maxBuckets - 1)
        if bucket >= buckets.count {
            buckets.append(contentsOf: repeatElement(0, count: bucket + 1 - buckets.count))
        }
        buckets[bucket] += 1
        count += 1
        let (total, overflow) = sum.microseconds.addingReportingOverflow(span.microseconds)
        sum = .microseconds(overflow ? .max : total)
        least = min(least ?? span, span)
        greatest = max(greatest ?? span, span)
    }

    /// The span that this fraction of all spans does not exceed (nearest rank); nil when there are none.
    /// - Parameter part: 0...1; 0.5 is the median.
    public func quantile(_ part: Double) -> TimeSpan? {
        guard let least, let greatest else { return nil }
        let rank = max(1, min(count, Int((part * Double(count)).rounded(.up))))
        guard rank < count else { return greatest }
        var passed = 0
        for (bucket, spans) in buckets.enumerated() {
            passed += spans
            guard passed >= rank else { continue }
            return bucket == maxBuckets - 1 ? greatest : max(least, min(greatest, Self.middle(of: bucket)))
        }
        return greatest
    }

    /// Spans per second, if each began where the previous one ended; nil when their sum is zero.
    public var rate: Double? { sum > .zero ? Double(count) * 1_000_000 / Double(sum.microseconds) : nil }

    private static func bucket(of span: TimeSpan) -> Int {
        let length = span.microseconds
        guard length >= 2 * Int64(steps) else { return Int(length) }
        let shift = 63 - length.leadingZeroBitCount - stepBits
        return shift * steps + Int(length >> Int64(shift))
    }

    private static func middle(of bucket: Int) -> TimeSpan {
        guard bucket >= 2 * steps else { return .microseconds(Int64(bucket)) }
        let shift = bucket / steps - 1
        let low = Int64(bucket - shift * steps) << Int64(shift)
        return .microseconds(low + (Int64(1) << Int64(shift)) / 2)
    }
}
