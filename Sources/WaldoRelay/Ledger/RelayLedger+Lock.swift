import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoStore

extension RelayLedger {
    /// Takes what one process holds that sends the ledger's file to a destination.
    /// - Parameter file: what is sent, as it is called in a message.
    /// - Throws: `Failure`.
    func lock(_ destination: String, sending file: String) throws(Failure) -> StoreLock {
        do throws(LockRefusal) { return try StoreLock(path, at: Self.byte(destination)) } catch {
            switch error {
            case .locked(let holder):
                throw Failure(
                    .output, "\(file): \(holder) sends it to \(destination) already; end that, or let it")
            case .failed(let failure): throw Failure(.output, "\(path): it cannot be locked: \(failure)")
            }
        }
    }

    /// Whether a process of this machine sends the ledger's file to a destination at this moment.
    func isActive(_ destination: String) -> Bool { StoreLock.isHeld(path, at: Self.byte(destination)) }

    private static func byte(_ destination: String) -> UInt32 { CRC32.of(destination.utf8) }
}
