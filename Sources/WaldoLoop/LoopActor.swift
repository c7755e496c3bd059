import Glibc

/// The actor whose executor is the epoll loop on the main thread. All asynchronous code runs here.
@globalActor
public actor LoopActor {
    /// The only instance.
    public static let shared = LoopActor()

    static let loop = EventLoop()

    /// The loop, as the executor of every isolated declaration.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { Self.loop.asUnownedSerialExecutor() }

    /// Re-enters the actor from a C callback or a plain function that the loop itself has called.
    ///
    /// This is the program's only unsafe cast, this global actor's counterpart of `MainActor.assumeIsolated`; it traps
    /// on any other thread.
    /// - Throws: what `body` throws.
    public static func enter<Result, Failure: Error>(
        _ body: @LoopActor () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        typealias Isolated = @LoopActor () throws(Failure) -> Result
        typealias Plain = () throws(Failure) -> Result
        loop.checkIsolated()
        return try withoutActuallyEscaping(body) { (body: @escaping Isolated) throws(Failure) -> Result in
            try unsafeBitCast(body, to: Plain.self)()
        }
    }
}
