public import WaldoTime

/// The field of a frame that says how long the arm's move may take: as long as the greatest change in the frame takes at
/// the `limits.slew` of its channel, rounded up, and at least the pacing's interval. A frame with it moves no
/// position faster than its limit, however far it goes.
public struct MoveTime: Equatable, Sendable {
    /// The longest time that a frame carries.
    public static let longest = TimeSpan.seconds(60)

    /// Its binary encoding; nil: decimal text.
    public var number: FrameTemplate.Number?
    /// What one of its units is; for text a millisecond.
    public var unit: TimeSpan
    /// As text: it is padded with zeros to so many characters.
    public var width: Int

    /// Creates a field.
    public init(_ number: FrameTemplate.Number?, unit: TimeSpan = .milliseconds(1), width: Int = 0) {
        self.number = number
        self.unit = unit
        self.width = width
    }

    /// The number for a time: rounded up, and as great as the encoding allows at most.
    func value(of time: TimeSpan) -> Int32 {
        let count = (min(time, Self.longest).microseconds + unit.microseconds - 1) / unit.microseconds
        return Int32(min(count, Int64(number?.limits.upperBound ?? .max)))
    }

    /// Its length in bytes; as text, that of the longest one.
    var count: Int { number?.count ?? max(width, 5) }
}
