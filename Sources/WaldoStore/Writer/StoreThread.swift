import WaldoLoop
import WaldoTime

/// What the store's thread runs.
enum StoreThread {
    /// Takes the engine's turns until it ends or fails.
    static func run(_ engine: StoreEngine, _ ring: RecordRing, onFailure: (StoreError) -> Void) {
        defer { ring.markDone() }
        do throws(StoreError) {
            while true {
                switch try engine.turn(at: Monotonic.now()) {
                case .waitForAny(let span): ring.waitForAny(atMost: span)
                case .waitForMuch(let span): ring.waitForMuch(atMost: span)
                case .end: return
                }
            }
        } catch {
            ring.markBroken()
            engine.abandon()
            onFailure(error)
        }
    }
}
