/// What one client of a Foxglove server is subscribed to, and what it has missed. Pure.
struct FoxgloveSubscriptions: Equatable {
    /// The subscriptions' numbers by channel.
    private var numbers: [Int: UInt32] = [:]
    /// Messages that were left out since the client was told, and in total.
    private(set) var missed = 0, missedInAll = 0

    /// The number under which a channel's messages are sent; nil: the client does not want them.
    subscript(channel: Int) -> UInt32? { numbers[channel] }

    /// Handles a request.
    /// - Parameter channels: how many channels there are.
    /// - Returns: the channels that are subscribed to now and were not before, and what was wrong, in a sentence each.
    mutating func handle(_ request: FoxgloveRequest, channels: Int) -> (added: [Int], faults: [String]) {
        var added: [Int] = [], faults: [String] = []
        switch request {
        case .subscribe(let subscriptions):
            for subscription in subscriptions {
                guard let channel = subscription.channel, (1...max(1, channels)).contains(channel), channels > 0 else {
                    faults.append("there is no such channel: the subscription \(subscription.id) is ignored")
                    continue
                }
                guard numbers[channel] == nil, !numbers.values.contains(subscription.id) else {
                    faults.append(
                        "the channel \(channel) or the number \(subscription.id) is in use: the subscription is ignored"
                    )
                    continue
                }
                numbers[channel] = subscription.id
                added.append(channel)
            }
        case .unsubscribe(let ids): numbers = numbers.filter { !ids.contains($0.value) }
        case .other(let name): faults.append("this server only reports, and takes no \(name)")
        case .malformed: faults.append("a message of this client is none of the protocol")
        }
        return (added, faults)
    }

    /// Counts a message that the client was too slow for.
    mutating func miss() { (missed, missedInAll) = (missed + 1, missedInAll + 1) }

    /// The client has been told what it has missed.
    mutating func wasTold() { missed = 0 }
}
