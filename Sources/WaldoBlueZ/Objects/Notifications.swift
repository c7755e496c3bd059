import WaldoCore
import WaldoLoop
import WaldoTime

/// The notifications of one characteristic. BlueZ also reports the result of a read as a change of the value, just
/// before it answers the read. So while a read is in progress the newest value is held back, until the answer shows
/// which of the two it is.
@LoopActor
final class Notifications {
    let path: String
    private let characteristic: BluetoothUUID
    private let receive: @LoopActor (Notification) -> Void
    private var isReading = false
    private var newest: Notification?

    init(_ path: String, of characteristic: BluetoothUUID, _ receive: @escaping @LoopActor (Notification) -> Void) {
        self.path = path
        self.characteristic = characteristic
        self.receive = receive
    }

    /// Handles a change of the value.
    /// - Parameter time: when the bus handed it over; a value that is held back keeps this time.
    func heard(_ value: [UInt8], at time: Instant) {
        let notification = Notification(characteristic: characteristic, bytes: value, at: time)
        guard isReading else { return receive(notification) }
        deliverNewest()
        newest = notification
    }

    /// A read of the characteristic begins.
    func readBegins() { isReading = true }

    /// The read has ended, with an answer or without.
    func readEnds(isAnswered: Bool) {
        if isAnswered { newest = nil }
        isReading = false
        deliverNewest()
    }

    private func deliverNewest() {
        guard let notification = newest else { return }
        newest = nil
        receive(notification)
    }
}
