/// A work that is done at the end of each turn, in portions.
@LoopActor
public final class TurnWork {
    let body: @LoopActor () -> Bool

    /// `body` does a portion and tells whether work is left, so that the loop comes back at once.
    public init(_ body: @escaping @LoopActor () -> Bool) {
        self.body = body
        LoopActor.loop.add(self)
    }

    /// Takes the work off the loop for good.
    public func cancel() { LoopActor.loop.remove(self) }
}
