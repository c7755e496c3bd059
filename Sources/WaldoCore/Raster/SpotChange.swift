/// A measurement at a point of a raster, or on a route, begins or ends. The raw values are the words of recordings.
public enum SpotChange: String, Equatable, Sendable {
    /// The arm has come to rest.
    case began
    /// It has taken as long as was fixed before.
    case ended
    /// There were enough counts. A rate of n counts that end with the n-th is too high on average, and (n - 1) / T is
    /// not.
    case counted
    /// It has ended too early: the link was lost, the arm was halted, or the operator left the point out.
    case dropped
    /// The hand departs on a route: what is measured until it has arrived is one measurement.
    case departed
    /// The hand has arrived at the end of its route.
    case arrived
}
