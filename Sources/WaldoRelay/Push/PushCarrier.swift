import WaldoTime

/// What a push speaks with: a broker with a collector behind it, or the database itself.
protocol PushCarrier: AnyObject {
    /// Hands a message over.
    /// - Returns: the number that `MQTTEvent.taken` will have; nil: the connection is over, or the message is too long.
    func publish(_ topic: String, _ payload: [UInt8], retain: Bool) -> Int32?
    /// Asks for the messages of a filter.
    func subscribe(_ filter: String)
    /// Sends and receives what is due, and waits for more.
    func turn(wait: TimeSpan) -> [MQTTEvent]
    /// Ends it in an orderly way.
    func close()
}

extension MQTTConnection: PushCarrier {}
