/// The mean of finite numbers, also of those whose sum is too great for one.
public struct Mean: Sendable {
    /// How many numbers were added.
    public private(set) var count = 0
    private var sum = 0.0, scaledSum = 0.0

    /// The power of two by which numbers are scaled whose sum is too great: it takes nothing from their digits.
    public static let scale = 0x1p-64

    /// Creates one of no numbers.
    public init() {}

    /// Adds a number.
    public mutating func add(_ number: Double) {
        count += 1
        sum += number
        scaledSum += number * Self.scale
    }

    /// The mean; nil: there are no numbers.
    public var value: Double? {
        count > 0 ? Self.value(sum / Double(count), scaled: scaledSum / Double(count)) : nil
    }

    /// The mean of numbers.
    /// - Parameters:
    ///   - mean: as it was computed; not finite, or nil, if the sum was not.
    ///   - scaled: the mean of the scaled numbers.
    public static func value(_ mean: Double?, scaled: Double) -> Double {
        if let mean, mean.isFinite { return mean }
        let largest = Double.greatestFiniteMagnitude
        return min(max(scaled / scale, -largest), largest)
    }
}
