public import WaldoCore
internal import WaldoLoop

/// What a drive needs of a link: closures, so that any link, or none, can stand behind it.
public struct LinkPort {
    /// Takes a step's command or does not; never waits. A zero it never holds for what stands before it, but for a call
    /// that is in flight.
    public var write: @LoopActor (_ frame: Frame, _ isZero: Bool, _ pendingZeros: ZeroCounts) -> WriteOutcome
    /// Keeps what stops the arm when nobody else can speak.
    public var keep: @LoopActor (LastWord) -> Void
    /// How often each frame of the last word is owed still, after a zero.
    public var setPending: @LoopActor (ZeroCounts) -> Void
    /// How often the last word was said without the drive since this was asked last; nil: nobody has spoken.
    public var takeLastWord: @LoopActor () -> ZeroCounts?
    /// Whether everything taken has left for good, as far as this side can know.
    public var isEmpty: @LoopActor () -> Bool
    /// Takes leave of the shield; waits for no more than an owed last word.
    public var close: @LoopActor () -> Void

    /// A link behind these closures.
    public init(
        write: @escaping @LoopActor (Frame, _ isZero: Bool, ZeroCounts) -> WriteOutcome,
        keep: @escaping @LoopActor (LastWord) -> Void = { _ in },
        setPending: @escaping @LoopActor (ZeroCounts) -> Void = { _ in },
        takeLastWord: @escaping @LoopActor () -> ZeroCounts? = { nil },
        isEmpty: @escaping @LoopActor () -> Bool, close: @escaping @LoopActor () -> Void
    ) {
        self.write = write
        self.keep = keep
        self.setPending = setPending
        self.takeLastWord = takeLastWord
        self.isEmpty = isEmpty
        self.close = close
    }

    /// Override: everything runs and is shown, nothing is transmitted.
    public static var override: LinkPort { LinkPort(write: { _, _, _ in .written }, isEmpty: { true }, close: {}) }
}
