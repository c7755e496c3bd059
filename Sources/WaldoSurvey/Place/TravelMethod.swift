/// How the carrier of a sensor travels: what it cannot do tells where it cannot have been.
public enum TravelMethod: String, Equatable, Sendable, CaseIterable {
    /// On foot, by bicycle, boat, unmanned aircraft, car, train or aircraft.
    case foot, bicycle, boat, uav, car, train, aircraft

    /// The greatest speed in m/s: that of a sprinter, of a fast descent, of a speedboat, of a racing drone, of a car on
    /// a motorway without a limit, of the fastest trains, of an airliner in a jet stream.
    public var fastest: Double {
        switch self {
        case .foot: 12
        case .bicycle: 30
        case .boat: 40
        case .uav: 70
        case .car: 90
        case .train: 170
        case .aircraft: 400
        }
    }
}
