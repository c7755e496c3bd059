/// Arithmetic with any time at all, also the first and the last one: a file may state either.
extension Instant {
    /// The instant that is later by a span; the last one if there is none.
    @inlinable public func later(by span: TimeSpan) -> Instant {
        let (sum, overflow) = microseconds.addingReportingOverflow(span.microseconds)
        return Instant(microseconds: overflow ? .max : sum)
    }

    /// How far apart two instants are; the longest span if that is more.
    @inlinable public func away(from other: Instant) -> TimeSpan {
        let (difference, overflow) = microseconds.subtractingReportingOverflow(other.microseconds)
        return .microseconds(overflow || difference == .min ? .max : difference < 0 ? -difference : difference)
    }
}
