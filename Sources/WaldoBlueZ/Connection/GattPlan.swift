import WaldoCore

/// The characteristics of a shield to use, and how to write to those that take commands.
struct GattPlan: Equatable {
    var write: Characteristic
    /// Those that single channels are written to, in the order of `BluetoothProfile.others`.
    var others: [Characteristic]
    var notify: Characteristic?
    /// The best route that the profile and the properties of all of them allow.
    var route: LinkFacts.Route

    /// Chooses by UUID, then by properties: some shields swap the two Nordic UART characteristics, and some have the
    /// same UUID twice. Nil until the required characteristic is there.
    /// - Parameters:
    ///   - characteristics: those of the arm's service.
    ///   - elsewhere: where the one that notifies may be too: in the service that the profile names for it, or in any.
    init?(_ profile: BluetoothProfile, among characteristics: [Characteristic], elsewhere: [Characteristic] = []) {
        let named = characteristics.filter { $0.uuid == profile.write }
        let swapped = characteristics.filter { $0.uuid == profile.notify && profile.notify != nil }
        guard let write = (named + swapped).first(where: \.isWritable) else { return nil }
        self.write = write
        others = profile.others.compactMap { uuid in characteristics.first { $0.uuid == uuid && $0.isWritable } }
        guard others.count == profile.others.count else { return nil }
        let there = elsewhere.filter { $0.uuid == profile.notify }
        // The service that the profile names comes first; without one, the arm's own does.
        let all = profile.notifyService == nil ? swapped + there + named : there + swapped + named
        notify = profile.notify == nil ? nil : all.first(where: \.speaks)
        let writes = [write] + others
        let takeCommands = writes.allSatisfy(\.takesCommands), takeRequests = writes.allSatisfy(\.takesRequests)
        guard takeCommands || takeRequests else { return nil }
        route = takeCommands && !profile.response ? .acquired : takeRequests ? .request : .command
    }

    /// Whether everything that the profile names is there. BlueZ announces characteristics one by one, so the one to
    /// write to can come before the one that notifies.
    func isComplete(for profile: BluetoothProfile) -> Bool { profile.notify == nil || notify != nil }

    /// Every characteristic that takes commands, by the index of a frame's destination.
    var writes: [Characteristic] { [write] + others }

    /// The route to use when the characteristics offer no write sockets.
    var routeWithoutSocket: LinkFacts.Route { writes.allSatisfy(\.takesRequests) ? .request : .command }
}
