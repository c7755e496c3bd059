import WaldoApp
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSerial
import WaldoTime

/// Sends one frame to an arm on a serial port, for `waldo send`.
@LoopActor
final class PortSending: SerialLinkDelegate {
    private var isUp = false, isLost = false
    private var failure: SerialError?

    /// - Throws: `SerialError`, or `Failure` when the port is lost meanwhile.
    static func send(_ frame: Frame, to arm: Arm, _ profile: SerialProfile) async throws {
        let link = SerialLink(profile, pacing: arm.pacing, waits: false), sending = PortSending()
        link.delegate = sending
        link.start()
        defer { link.close() }
        var isSent = false
        while !isSent || !link.hasLeft {
            if let failure = sending.failure { throw failure }
            if sending.isLost { break }
            if sending.isUp, !isSent { isSent = link.write(frame, isZero: false, pending: ZeroCounts()).isSent }
            try await Loop.sleep(for: .milliseconds(10))
        }
        guard !sending.isLost else {
            throw Failure(.link, "the port was lost while sending: check what the arm did, and send it again")
        }
    }

    func serialLink(didReport report: SerialLink.Report) {
        switch report {
        case .changed(let event, let status, _):
            if let status, status.phase == .connected { Diagnostics.write("Opened \(status.name)") }
            switch event {
            case .up, .flowing: isUp = true
            case .down: isLost = true
            default: break
            }
        case .failed(let error): failure = error
        case .received: break
        }
    }
}
