public import WaldoLoop

/// A subscription to signals, until it is cancelled.
@LoopActor
public final class SignalMatch {
    let rule: MatchRule
    let handler: @LoopActor (borrowing Message) -> Void
    private weak let connection: BusConnection?

    init(_ rule: MatchRule, _ connection: BusConnection, _ handler: @escaping @LoopActor (borrowing Message) -> Void) {
        self.rule = rule
        self.connection = connection
        self.handler = handler
    }

    /// Ends the delivery and removes the rule from the bus.
    public func cancel() { connection?.remove(self) }
}

extension BusConnection {
    /// Delivers the signals that a rule matches to `handler`, from now on.
    ///
    /// A rule with a well-known sender needs that name watched (`watchName`): any client of the bus can send us a
    /// signal, and only those of the name's current owner are delivered.
    /// - Returns: the subscription, to cancel it by.
    /// - Throws: when the bus refuses the rule, does not answer, or is disconnected; the handler is then removed.
    public func match(
        _ rule: MatchRule, _ handler: @escaping @LoopActor (borrowing Message) -> Void
    ) async throws(BusError) -> SignalMatch {
        let match = SignalMatch(rule, self, handler)
        matches.append(match)
        do {
            _ = try await callBus("AddMatch") { $0.append(.string(rule.text)) }
        } catch {
            matches.removeAll { $0 === match }
            throw error
        }
        return match
    }

    /// Reports the owner of a name, now and after each change.
    /// - Parameters:
    ///   - name: a well-known name.
    ///   - changed: called with the owner's unique name; nil when the name has no owner.
    /// - Returns: the subscription, to cancel it by.
    /// - Throws: when the bus refuses the rule, does not answer, or is disconnected.
    public func watchName(
        _ name: String, _ changed: @escaping @LoopActor (String?) -> Void
    ) async throws(BusError) -> SignalMatch {
        let rule = MatchRule(
            sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged",
            path: .object("/org/freedesktop/DBus"), firstArgument: name)
        let match = try await match(rule) { [unowned self] signal in
            let owner = signal.read { arguments in
                _ = arguments.string()
                _ = arguments.string()
                return arguments.string() ?? ""
            }
            owners[name] = owner.isEmpty ? nil : owner
            changed(owners[name])
        }
        let question = try Self.busMessage("GetNameOwner") { $0.append(.string(name)) }.release()
        // Handled in the callback, because a change may follow directly behind the reply, before this task runs again.
        let failure = await withCheckedContinuation { (waiting: CheckedContinuation<BusError?, Never>) in
            request(Message(owning: question)) { [unowned self] answer in
                switch consume answer {
                case .success(let reply): owners[name] = reply.read { $0.string() }
                case .failure(.remote): owners[name] = nil
                case .failure(let error): return waiting.resume(returning: error)
                }
                changed(owners[name])
                waiting.resume(returning: nil)
            }
        }
        if let failure { throw failure }
        return match
    }

    /// Requests a name on the bus, for a service; does not queue for it.
    /// - Returns: false when another process owns the name.
    /// - Throws: when the bus refuses the name, does not answer, or is disconnected.
    public func requestName(_ name: String) async throws(BusError) -> Bool {
        let doNotQueue: UInt32 = 4
        let reply = try await callBus("RequestName") {
            $0.append(.string(name))
            $0.append(.uint32(doNotQueue))
        }
        return reply.read { $0.uint32() } == 1
    }

    func remove(_ match: SignalMatch) {
        guard matches.contains(where: { $0 === match }) else { return }
        matches.removeAll { $0 === match }
        if let message = try? Self.busMessage("RemoveMatch", { $0.append(.string(match.rule.text)) }) { send(message) }
    }

    func deliver(_ signal: borrowing Message) {
        let sender = signal.sender
        // A handler may cancel matches, including its own.
        for match in matches where comes(sender, from: match.rule.sender) && match.rule.matches(signal) {
            if matches.contains(where: { $0 === match }) { match.handler(signal) }
        }
    }

    private func comes(_ sender: String, from name: String) -> Bool { sender == name || sender == owners[name] }
}
