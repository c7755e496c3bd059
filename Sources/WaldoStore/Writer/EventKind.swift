import WaldoCore

/// The events of a session that carry nothing but their time, with their names in the table `event`.
enum EventKind: String, CaseIterable {
    case linkUp = "link up"
    case linkDown = "link down"
    case paused
    case placed
    case undated
    case spotBegan = "spot began"
    case spotEnded = "spot ended"
    case spotCounted = "spot counted"
    case spotDropped = "spot dropped"
    case departed
    case arrived
    case deadline
    case end

    /// The kind of a change at a point of a raster or on a route.
    init(_ change: SpotChange) {
        self =
            switch change {
            case .began: .spotBegan
            case .ended: .spotEnded
            case .counted: .spotCounted
            case .dropped: .spotDropped
            case .departed: .departed
            case .arrived: .arrived
            }
    }
}
