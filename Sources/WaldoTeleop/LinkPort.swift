public import WaldoCore
internal import WaldoLoop

/// What a drive needs of a link: closures, so that any link, or none, can stand behind it.
public struct LinkPort {
    /// Takes a frame or does not; never waits. A stop it never holds for what stands before it.
    public var write: @LoopActor (Frame, _ isStop: Bool) -> WriteOutcome
    /// Whether everything taken has left for good, as far as this side can know.
    public var isEmpty: @LoopActor () -> Bool
    /// Takes leave of the shield; never waits.
    public var close: @LoopActor () -> Void

    /// A link behind these closures.
    public init(
        write: @escaping @LoopActor (Frame, _ isStop: Bool) -> WriteOutcome, isEmpty: @escaping @LoopActor () -> Bool,
        close: @escaping @LoopActor () -> Void
    ) {
        self.write = write
        self.isEmpty = isEmpty
        self.close = close
    }

    /// Override: everything runs and is shown, nothing is transmitted.
    public static var override: LinkPort { LinkPort(write: { _, _ in .written }, isEmpty: { true }, close: {}) }
}
