import Glibc
import Synchronization
import WaldoCore
import WaldoLoop
import WaldoTime

/// Reads the battery of an input now and then, on a thread of its own, `waldo-battery`, which ends where there is none.
final class BatteryWatch: Sendable {
    /// How often it is read.
    private static let interval: TimeSpan = .seconds(60)
    /// When it is looked for once more: some drivers state it only after the pad's first report.
    private static let secondReadDelay: TimeSpan = .seconds(4)

    private let isClosing = Atomic(false)
    private let bell: ThreadBell

    /// Starts the thread.
    /// - Parameters:
    ///   - node: the input's node, such as "event5".
    ///   - changed: called on the thread with the first state and each that differs from the one before.
    /// - Throws: the system's error when there is no descriptor or thread left.
    init(node: String, changed: @escaping @Sendable (Battery) -> Void) throws(SystemFailure) {
        bell = try ThreadBell()
        try BackgroundThread.start(name: "waldo-battery") { [self] in
            guard let supply = find(node) else { return }
            var last: Battery?
            while !isClosing.load(ordering: .sequentiallyConsistent) {
                if let battery = supply.battery, battery != last {
                    changed(battery)
                    last = battery
                }
                bell.wait(atMost: Self.interval)
            }
        }
    }

    /// Ends the thread once it is free, which nobody waits for.
    func close() {
        isClosing.store(true, ordering: .sequentiallyConsistent)
        bell.ring()
    }

    private func find(_ node: String) -> PowerSupply? {
        if let supply = PowerSupply.of(node: node) { return supply }
        bell.wait(atMost: Self.secondReadDelay)
        return isClosing.load(ordering: .sequentiallyConsistent) ? nil : PowerSupply.of(node: node)
    }
}
