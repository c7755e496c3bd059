internal import WaldoCore

/// Which characteristics of a shield are used, and how the first one is written to.
struct GattPlan: Equatable {
    var write: Characteristic
    var notify: Characteristic?
    /// The best route that the profile and the characteristic's properties allow.
    var route: LinkFacts.Route

    /// Chooses by UUID, then by properties: some shields swap the two Nordic UART characteristics. Nil while what is
    /// needed is not there.
    init?(_ profile: LinkProfile, among characteristics: [Characteristic]) {
        let named = characteristics.first { $0.uuid == profile.write }
        let other = characteristics.first { $0.uuid == profile.notify && profile.notify != nil }
        guard let write = [named, other].compactMap({ $0 }).first(where: \.isWritable) else { return nil }
        self.write = write
        notify = profile.notify == nil ? nil : [other, named].compactMap { $0 }.first(where: \.speaks)
        route = write.takesCommands && !profile.response ? .acquired : write.takesRequests ? .request : .command
    }

    /// Whether all that the profile names is there: while BlueZ tells of one characteristic after the other, what is
    /// needed can come before the notifications do.
    func isComplete(for profile: LinkProfile) -> Bool { profile.notify == nil || notify != nil }

    /// What remains when the characteristic has no write socket to give.
    var routeWithoutSocket: LinkFacts.Route { write.takesRequests ? .request : .command }
}
