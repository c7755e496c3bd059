public import WaldoTime

/// Which places are trusted by what cannot state how well each is known: maps, and formats without a column for it.
public enum PlaceTrust {
    /// The largest accuracy radius in metres.
    public static let accuracy = 1_000.0
    /// Where no accuracy is known, how far in time the nearest fix may be.
    public static let age: TimeSpan = .seconds(300)
}

extension Sample {
    /// Whether its place is trusted; nil: its accuracy is not known, and how far its fix is in time decides. A sample
    /// without a place has none that could be wrong.
    public var trustsPlace: Bool? {
        guard let place else { return true }
        // An accuracy of 0 is none that a receiver has.
        if let accuracy = place.accuracy, accuracy > 0 { return accuracy <= PlaceTrust.accuracy }
        return flags.contains(.nearestPlace) ? nil : true
    }
}
