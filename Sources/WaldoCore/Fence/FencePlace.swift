/// Where an arm may be by what it was sent: at one number of each channel, or anywhere on an even way between two.
struct FencePlace: Equatable, Sendable {
    /// The ends of the way; they differ behind an action that was cut short.
    var one: PerChannel<Int32>, other: PerChannel<Int32>

    /// A place that is known.
    init(_ numbers: PerChannel<Int32>) { (one, other) = (numbers, numbers) }

    /// Whether it is one place.
    var isKnown: Bool { one == other }

    /// Sets a channel's number, which is known then.
    mutating func set(_ channel: Channel, _ number: Int32) { (one[channel], other[channel]) = (number, number) }

    /// Whether a channel has the same numbers in another place.
    func isSame(_ channel: Channel, in place: FencePlace) -> Bool {
        one[channel] == place.one[channel] && other[channel] == place.other[channel]
    }

    /// A channel's number.
    /// - Parameter part: how far it is from one end to the other, 0...1.
    @inline(__always)
    func number(_ channel: Channel, at part: Double) -> Double {
        let first = Double(one[channel])
        return first + (Double(other[channel]) - first) * part
    }

    /// How much a channel's number can differ between both ends.
    func width(_ channel: Channel) -> Double { (Double(other[channel]) - Double(one[channel])).magnitude }
}
