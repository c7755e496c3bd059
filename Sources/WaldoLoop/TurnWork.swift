/// Work that is done in portions at the end of each turn.
@LoopActor
public final class TurnWork {
    let body: @LoopActor () -> Bool

    /// Adds work to the loop. `body` does a portion and returns whether work is left, so that the loop continues at
    /// once.
    public init(_ body: @escaping @LoopActor () -> Bool) {
        self.body = body
        LoopActor.loop.add(self)
    }

    /// Adds work of an object, which is not retained.
    public convenience init<Owner: AnyObject>(of owner: Owner, _ body: @escaping @LoopActor (Owner) -> Bool) {
        self.init { [weak owner] in owner.map(body) ?? false }
    }

    /// Removes the work from the loop for good.
    public func cancel() { LoopActor.loop.remove(self) }
}
