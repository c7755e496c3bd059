internal import WaldoCore

/// The characteristics of a shield to use, and how to write to the first one.
struct GattPlan: Equatable {
    var write: Characteristic
    var notify: Characteristic?
    /// The best route that the profile and the characteristic's properties allow.
    var route: LinkFacts.Route

    /// Chooses by UUID, then by properties: some shields swap the two Nordic UART characteristics. Nil until the
    /// required characteristic is there.
    init?(_ profile: LinkProfile, among characteristics: [Characteristic]) {
        let named = characteristics.first { $0.uuid == profile.write }
        let other = characteristics.first { $0.uuid == profile.notify && profile.notify != nil }
        guard let write = [named, other].compactMap({ $0 }).first(where: \.isWritable) else { return nil }
        self.write = write
        notify = profile.notify == nil ? nil : [other, named].compactMap { $0 }.first(where: \.speaks)
        route = write.takesCommands && !profile.response ? .acquired : write.takesRequests ? .request : .command
    }

    /// Whether everything that the profile names is there. BlueZ announces characteristics one by one, so the one to
    /// write to can come before the one that notifies.
    func isComplete(for profile: LinkProfile) -> Bool { profile.notify == nil || notify != nil }

    /// The route to use when the characteristic offers no write socket.
    var routeWithoutSocket: LinkFacts.Route { write.takesRequests ? .request : .command }
}
