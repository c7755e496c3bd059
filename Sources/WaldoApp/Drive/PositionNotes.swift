package import WaldoCore

/// Names the positions that keep an arm from moving: those that it reports beyond their range, and those that it does
/// not report.
package struct PositionNotes {
    private let profiles: PerChannel<ChannelProfile>
    /// The positions that the arm is asked for, and those of them that it still owes, one bit each.
    private let asked: UInt8
    private var owed: UInt8 = 0
    /// The positions that were named as beyond their range since they are waited for.
    private var beyond: [Channel] = []

    /// Notes of an arm.
    package init(_ arm: Arm) { (profiles, asked) = (arm.profiles, arm.reports.asked) }

    /// Whether the arm owes a report.
    package var areOwed: Bool { owed != 0 }

    /// The arm has been asked for its positions.
    package mutating func ask() { if owed == 0 { owed = asked } }

    /// The arm has reported positions; nil: not in this report.
    package mutating func heard(_ numbers: PerChannel<Int32?>) {
        for channel in numbers.channels where numbers[channel] != nil { owed &= ~(1 << channel.index) }
    }

    /// The positions are waited for once more: each is named again.
    package mutating func beginAgain() { beyond = [] }

    /// The link is lost: the next one owes nothing.
    package mutating func loseLink() { owed = 0 }

    /// Names the positions that the arm has not reported in time; nil: each is named as beyond its range.
    package func unreported() -> String? {
        let channels = profiles.channels.filter { owed >> $0.index & 1 == 1 && !beyond.contains($0) }
        let names = channels.map { profiles[$0].name }
        guard !names.isEmpty else { return nil }
        return "the arm has not reported \(names.joined(separator: ", ")): nothing moves before it has; look at its "
            + "power and its cable"
    }

    /// Names a position that is reported beyond its range, once.
    package mutating func beyond(_ channel: Channel, _ number: Int32?) -> String? {
        guard let number, !beyond.contains(channel) else { return nil }
        beyond.append(channel)
        let profile = profiles[channel], bounds = profile.range.bounds
        func text(_ number: Int32) -> String { DecimalText.trimmed(Int64(number), decimals: profile.range.decimals) }
        return "the arm reports \(profile.name) at \(text(number)), beyond \(text(bounds.lowerBound)) to "
            + "\(text(bounds.upperBound)): nothing moves before it is inside; move it there by hand"
    }
}
