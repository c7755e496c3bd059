public import WaldoTime

/// In tests alone: their clocks are moved by hand, and a plain number of microseconds is the clearest name for a moment
/// of them. In the program a literal would hide whether a time or a span is meant.
extension Instant: ExpressibleByIntegerLiteral {
    /// An instant this many microseconds after the clock's start.
    public init(integerLiteral microseconds: Int64) { self.init(microseconds: microseconds) }
}
