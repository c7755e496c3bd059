import WaldoCore

/// The notifications that come while a link is still being opened, up to a limit: a sensor sends on its first
/// characteristic before the last is subscribed to.
struct EarlyNotifications {
    /// Far more than a sensor sends while a link is opened.
    static let limit = 10_000

    private var buffered: [(channel: Int, Notification)] = []
    /// How many did not fit.
    private(set) var dropped = 0

    mutating func append(_ channel: Int, _ notification: Notification) {
        guard buffered.count < Self.limit else { return dropped += 1 }
        buffered.append((channel, notification))
    }

    /// Takes all, in the order in which they came.
    mutating func takeAll() -> [(channel: Int, Notification)] {
        defer { self = Self() }
        return buffered
    }
}
