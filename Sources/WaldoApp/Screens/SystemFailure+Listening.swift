import Glibc
import WaldoLoop
import WaldoPanel

extension SystemFailure {
    /// The message for a failure to listen at an address.
    /// - Parameters:
    ///   - listener: what would listen there, as a sentence begins with it: `The panel`.
    ///   - option: the option that named the address.
    func sentence(listeningAt address: PanelAddress, for listener: String, option: String) -> String {
        switch code {
        case EADDRINUSE:
            "\(listener)'s port \(address.port) is taken by another program (\(address.text)): end that one, or name another "
                + "port by \(option)"
        case EADDRNOTAVAIL:
            "\(listener)'s address \(address.host) is not an address of this machine: see `ip address`, or use 0.0.0.0 for all"
        case EACCES:
            "\(listener)'s port \(address.port) is below 1024, which takes root: name a higher one by \(option)"
        default: "\(listener) cannot listen at \(address.text): \(self)"
        }
    }
}
