public import WaldoTime

/// What a screen draws of an arm in space.
public struct ArmShown: Equatable, Sendable {
    /// The points of the arm from its base to its hand where its commands put it, one behind each joint; empty: the
    /// arm's file has no pose. A position counts as reached as soon as it is commanded.
    public var commanded: [ArmPoint]
    /// The same points of the simulated arm; empty: the arm is not simulated.
    public var simulated: [ArmPoint]
    /// Where the positions of the simulated arm are, in units of 10^-decimals, and nil for its other channels; nil: the
    /// arm is not simulated.
    public var numbers: PerChannel<Int32?>?
    /// Whether the arm's geometry is assumed.
    public var isAssumed: Bool
    /// How far from the base the arm reaches, in metres, without the way of its wheels and of channels without ends:
    /// the least that a drawing has to hold.
    public var reach: Double
    /// Whether the drawing changes with time.
    public var isMoving: Bool
    /// For how long the simulated arm still receives nothing; nil: it receives.
    public var deafFor: TimeSpan?
    /// Where the hand is asked to go, in metres a second; nil: nowhere.
    public var way: ArmPoint?
    /// The regions of the arm's fence, and the names of those that hold a channel back.
    public var regions: [ArmFence.Region] = [], heldRegions: [String] = []
    /// Where the joints are that are at their ends and would have to go on.
    public var ended: [ArmPoint] = []

    /// Creates a drawing from its parts.
    public init(
        commanded: [ArmPoint], simulated: [ArmPoint] = [], numbers: PerChannel<Int32?>? = nil, isAssumed: Bool = false,
        reach: Double, isMoving: Bool = false, deafFor: TimeSpan? = nil
    ) {
        self.commanded = commanded
        self.simulated = simulated
        self.numbers = numbers
        self.isAssumed = isAssumed
        self.reach = reach
        self.isMoving = isMoving
        self.deafFor = deafFor
    }

    /// How far the simulated hand is from where it is commanded to be, in metres; nil: the arm is not simulated.
    public var lag: Double? {
        guard let one = commanded.last, let other = simulated.last else { return nil }
        let (x, y, z) = (one.x - other.x, one.y - other.y, one.z - other.z)
        return (x * x + y * y + z * z).squareRoot()
    }
}
