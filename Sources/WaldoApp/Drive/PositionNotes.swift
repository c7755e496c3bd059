package import WaldoCore

/// Names the positions that keep an arm from moving: those that it reports beyond their range, and those that it does
/// not report.
package struct PositionNotes {
    private let profiles: PerChannel<ChannelProfile>
    /// The positions that were named as beyond their range on this link.
    package var beyond: [Channel] = []

    /// Notes of an arm.
    package init(_ arm: Arm) { profiles = arm.profiles }

    /// Names the positions that the arm has not reported in time; nil: each is named as beyond its range.
    package func unreported(_ channels: [Channel]) -> String? {
        let names = channels.filter { !beyond.contains($0) }.map { profiles[$0].name }
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
