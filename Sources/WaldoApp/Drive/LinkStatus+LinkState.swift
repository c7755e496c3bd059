import WaldoBlueZ
import WaldoCore

extension LinkStatus {
    /// The state of a link over Bluetooth.
    /// - Parameter facts: what is to be said of a link that is up.
    init<Facts>(_ state: LinkState<Facts>, facts: (Facts) -> String) {
        func found(_ phase: Phase, _ peripheral: Peripheral, _ detail: String = "") -> LinkStatus {
            LinkStatus(
                phase, name: peripheral.name, address: peripheral.address, detail: detail, signal: peripheral.rssi,
                heardAt: peripheral.heardAt)
        }
        self =
            switch state {
            case .waiting(let what): LinkStatus(.waiting, detail: what)
            case .scanning: LinkStatus(.scanning)
            case .connecting(let peripheral): found(.connecting, peripheral)
            case .up(let peripheral, let known): found(.connected, peripheral, facts(known))
            case .lost(let reason): LinkStatus(.lost, detail: reason)
            }
    }
}
