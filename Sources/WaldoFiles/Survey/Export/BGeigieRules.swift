/// Which rows a bGeigie log gets.
public struct BGeigieRules: Equatable, Sendable {
    /// The largest accuracy radius in metres; a place whose accuracy is not known is left out too. Nil: no limit.
    public var maxAccuracy: Double?
    /// Whether rows without a valid number or a place, or near to a fix at a place that no speed explains, are left
    /// out; if not, they are marked `V`.
    public var onlyValid: Bool

    /// Creates rules; the defaults are those for an upload.
    public init(maxAccuracy: Double? = 10, onlyValid: Bool = true) {
        self.maxAccuracy = maxAccuracy
        self.onlyValid = onlyValid
    }

    /// How many rows were left out, and why.
    public struct LeftOut: Equatable, Sendable {
        /// The counts or the rate are not valid.
        public var invalid = 0
        /// There is no place in the world.
        public var noPlace = 0
        /// A fix beside the row is at a place that no speed explains.
        public var outliers = 0
        /// The place is less accurate than allowed, or its accuracy is not known.
        public var inaccurate = 0
        /// The wall clock is not known.
        public var noTime = 0
        /// Counts of less than three seconds, before a gap or the end.
        public var short = 0

        /// All of them.
        public var total: Int { invalid + noPlace + outliers + inaccurate + noTime + short }
    }
}
