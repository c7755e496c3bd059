import WaldoCore
public import WaldoSurvey

/// How a survey was made: what its map's symbols and cells look like.
public enum MapMethod: String, Sendable, CaseIterable {
    /// On foot, by car, from the air, or by an arm.
    case foot, car, uav, arm

    /// The one that suits how a sensor was carried.
    public init(_ method: TravelMethod) {
        switch method {
        case .foot, .bicycle: self = .foot
        case .boat, .car, .train: self = .car
        case .uav, .aircraft: self = .uav
        }
    }

    /// The radius of a symbol in metres; nil: half of the raster's step.
    public var radius: Double? {
        switch self {
        case .foot: 10
        case .car: 40
        case .uav: 20
        case .arm: nil
        }
    }

    /// Samples in a square of this side in metres are one point of the map; nil: each place is one.
    public var cell: Double? {
        switch self {
        case .foot: 5
        case .car: 20
        case .uav: 10
        case .arm: nil
        }
    }
}
