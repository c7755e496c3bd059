public import WaldoLoop

/// Signals that are being delivered, until cancelled.
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

    /// Ends the delivery and tells the bus so.
    public func cancel() { connection?.remove(self) }
}

extension BusConnection {
    /// Has signals delivered, from now on, to `handler`.
    ///
    /// A rule with a well-known sender needs that name watched (`watchName`): anyone on the bus can send us a signal,
    /// and only the present owner's are taken.
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

    /// Tells who owns a name, now and after each change; nil for nobody.
    public func watchName(
        _ name: String, _ changed: @escaping @LoopActor (String?) -> Void
    ) async throws(BusError) -> SignalMatch {
        let rule = MatchRule(
            sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged",
            place: .object("/org/freedesktop/DBus"), firstArgument: name)
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
        // Heeded as it arrives: a change may stand right behind it, before this task runs again.
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

    /// Takes a name on the bus, for a service. False when another has it.
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
        // A handler may cancel matches, its own too.
        for match in matches where comes(sender, from: match.rule.sender) && match.rule.matches(signal) {
            if matches.contains(where: { $0 === match }) { match.handler(signal) }
        }
    }

    private func comes(_ sender: String, from name: String) -> Bool { sender == name || sender == owners[name] }
}
