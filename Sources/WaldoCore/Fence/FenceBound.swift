/// How far and how unevenly any point of a chain can move while its joints go evenly from some coordinates to others.
struct FenceBound {
    /// Metres at most.
    var length: Double
    /// The second derivative of the place, with all of the way as the unit of time: metres at most.
    var acceleration: Double
}
