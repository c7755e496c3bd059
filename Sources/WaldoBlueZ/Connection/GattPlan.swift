internal import WaldoCore

/// The characteristics of a shield to use, and how to write to the first one.
struct GattPlan: Equatable {
    var write: Characteristic
    var notify: Characteristic?
    /// The best route that the profile and the characteristic's properties allow.
    var route: LinkFacts.Route

    /// Chooses by UUID, then by properties: some shields swap the two Nordic UART characteristics, and some have the
    /// same UUID twice. Nil until the required characteristic is there.
    /// - Parameters:
    ///   - characteristics: those of the arm's service.
    ///   - elsewhere: where the one that notifies may be too: in the service that the profile names for it, or in any.
    init?(_ profile: LinkProfile, among characteristics: [Characteristic], elsewhere: [Characteristic] = []) {
        let named = characteristics.filter { $0.uuid == profile.write }
        let others = characteristics.filter { $0.uuid == profile.notify && profile.notify != nil }
        guard let write = (named + others).first(where: \.isWritable) else { return nil }
        self.write = write
        let there = elsewhere.filter { $0.uuid == profile.notify }
        // The service that the profile names comes first; without one, the arm's own does.
        let all = profile.notifyService == nil ? others + there + named : there + others + named
        notify = profile.notify == nil ? nil : all.first(where: \.speaks)
        route = write.takesCommands && !profile.response ? .acquired : write.takesRequests ? .request : .command
    }

    /// Whether everything that the profile names is there. BlueZ announces characteristics one by one, so the one to
    /// write to can come before the one that notifies.
    func isComplete(for profile: LinkProfile) -> Bool { profile.notify == nil || notify != nil }

    /// The route to use when the characteristic offers no write socket.
    var routeWithoutSocket: LinkFacts.Route { write.takesRequests ? .request : .command }
}
