import WaldoBlueZ
import WaldoCore

extension LinkStatus {
    /// The state of a peripheral that is heard.
    init(_ phase: Phase, _ peripheral: Peripheral, detail: String = "") {
        self.init(
            phase, name: peripheral.name, address: peripheral.address, detail: detail, signal: peripheral.rssi,
            heardAt: peripheral.heardAt)
    }

    /// The state of a link over Bluetooth.
    /// - Parameter facts: what is to be said of a link that is up.
    init<Facts>(_ state: LinkState<Facts>, facts: (Facts) -> String) {
        self =
            switch state {
            case .waiting(let what): LinkStatus(.waiting, detail: what)
            case .scanning: LinkStatus(.scanning)
            case .connecting(let peripheral): LinkStatus(.connecting, peripheral)
            case .up(let peripheral, let known): LinkStatus(.connected, peripheral, detail: facts(known))
            case .lost(let reason): LinkStatus(.lost, detail: reason)
            }
    }
}
