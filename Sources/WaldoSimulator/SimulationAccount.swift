/// What became of the bytes that a simulated arm was sent.
public struct SimulationAccount: Equatable, Sendable {
    /// Writes, and their bytes.
    public var writes = 0, bytes = 0
    /// Bytes that its buffer had no room for.
    public var lostBytes = 0
    /// Bytes that were no part of a frame that it acted on.
    public var skippedBytes = 0
    /// Frames that it acted on.
    public var frames = 0
    /// How often it acted on a frame once more, as the sketch does at the end mark of a frame that it has lost.
    public var repeatedFrames = 0
    /// Frames that are missing by the sequence numbers of those that came.
    public var lostFrames = 0
    /// How often the watchdog stopped a velocity.
    public var watchdogStops = 0
    /// How often the board acted on silence by itself.
    public var silences = 0

    /// Nothing yet.
    public init() {}
}
