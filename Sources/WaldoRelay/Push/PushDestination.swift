import WaldoCore
public import WaldoFiles

/// Where a push goes.
public enum PushDestination: Sendable, CustomStringConvertible {
    /// To a broker, behind which a collector is.
    case broker(MQTTPlan)
    /// Straight to the database.
    case database(DatabasePlan)

    /// Its address, by which the ledger knows it.
    public var description: String {
        switch self {
        case .broker(let plan): plan.address.description
        case .database(let plan): plan.address.description
        }
    }

    /// Whether it is on this machine.
    public var isLoopback: Bool {
        switch self {
        case .broker(let plan): plan.address.isLoopback
        case .database(let plan): plan.address.isLocal
        }
    }

    /// The station that sends there: a broker lets its user publish below that name alone.
    /// - Parameter name: as a person has given it; nil: that of the broker's user, or that of this machine.
    /// - Throws: `Failure` for what is no name of a station.
    public func station(named name: String?) throws(Failure) -> StationName {
        if let name { return try StationName(given: name) }
        guard case .broker(let plan) = self, let user = plan.user else { return StationName(machine: PushPlan.machine) }
        do throws(Failure) { return try StationName(given: user) } catch {
            throw Failure(.usage, "\(error), or name the station by --station")
        }
    }

    /// Begins to connect.
    /// - Parameter client: the name by which a broker knows the client.
    /// - Throws: `Failure`: a file cannot be read.
    func connect(
        client: String, will: (topic: String, payload: [UInt8])?
    ) throws(Failure) -> any PushCarrier {
        switch self {
        case .broker(var plan):
            plan.client = client
            return try MQTTConnection(plan, will: will)
        case .database(let plan): return DatabaseCarrier(plan)
        }
    }
}
