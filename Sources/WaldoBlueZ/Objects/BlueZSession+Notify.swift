import WaldoBus
import WaldoCore
import WaldoLoop
import WaldoTime

/// Notifications, and the reads that they must be told apart from.
extension BlueZSession {
    /// Why BlueZ gives no notifications of a characteristic, although the link is up.
    enum NotifyRefusal: String {
        case notSupported = "NotSupported"
        case acquired = "Notify acquired"
        case notPaired = "Not paired"
        case forbidden = "NotPermitted"

        /// What it means, and what helps.
        var advice: String {
            switch self {
            case .notSupported: "the peripheral cannot give them; correct the file"
            case .acquired: "another program is subscribed; end it"
            case .notPaired: "the peripheral gives them only to who is paired with it; pair it in bluetoothctl"
            case .forbidden: "the peripheral does not permit it; see its manual"
            }
        }

        init?(_ error: BusError) {
            switch ErrorMeaning(error) {
            case .notSupported: self = .notSupported
            case .acquired: self = .acquired
            case .notPaired: self = .notPaired
            case .forbidden: self = .forbidden
            default: return nil
            }
        }
    }

    /// The receiver of a characteristic's notifications; nil: none was subscribed to.
    func notifications(at path: String) -> Notifications? { notifications.first { $0.path == path } }

    /// Subscribes to a characteristic's notifications; its receiver is there before the first can come, and stays
    /// until `endNotifications`.
    /// - Returns: nil, or why BlueZ refuses.
    func startNotify(
        _ path: String, of characteristic: BluetoothUUID, _ notified: @escaping @LoopActor (Notification) -> Void
    ) async throws(BusError) -> NotifyRefusal? {
        notifications.removeAll { $0.path == path }
        notifications.append(Notifications(path, of: characteristic, notified))
        do throws(BusError) {
            try await call("StartNotify", BlueZNames.characteristic, path)
            return nil
        } catch {
            // It is subscribed to already, and stays so.
            if ErrorMeaning(error) == .busy { return nil }
            guard let refusal = NotifyRefusal(error) else { throw error }
            return refusal
        }
    }

    /// Ends the reception of a characteristic's notifications; nil: of all. What was held back is handed over.
    func endNotifications(at path: String? = nil) {
        let ended = notifications.filter { path == nil || $0.path == path }
        notifications.removeAll { path == nil || $0.path == path }
        for one in ended { one.readEnds(isAnswered: false) }
    }

    /// Reads a characteristic. Only the answer matters, as the proof that earlier writes have left; its value is
    /// dropped.
    func read(_ path: String, timeout: TimeSpan, _ done: @escaping @LoopActor (BusError?) -> Void) {
        let heard = notifications(at: path)
        heard?.readBegins()
        request("ReadValue", BlueZNames.characteristic, path, timeout: timeout) {
            $0.append(.dictionary([:]))
        } _: { failure in
            heard?.readEnds(isAnswered: failure == nil)
            done(failure)
        }
    }
}
