public import WaldoTime

/// What a raster or a route does, for screens.
public struct RasterStatus: Equatable, Sendable {
    /// What it does.
    public enum Phase: String, Sendable {
        case waiting, moving, measuring, paused, ended
    }

    /// What it does.
    public var phase: Phase
    /// The same in words, with why it waits and what lets it go on; without the point, unless it has ended.
    public var text: String
    /// The present point, from 1, how many there are, and how many were left out.
    public var point: Int, points: Int, skipped: Int
    /// The time that is expected to be left.
    public var left: TimeSpan

    /// Creates a state from its parts.
    public init(phase: Phase, text: String, point: Int, points: Int, skipped: Int, left: TimeSpan) {
        self.phase = phase
        self.text = text
        self.point = point
        self.points = points
        self.skipped = skipped
        self.left = left
    }
}
