import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoSimulator
import WaldoTime

/// Shows a simulated arm that is driven over the air.
@LoopActor
protocol SimulateScreen: AnyObject {
    /// The least time between two reports of how the arm stands.
    var interval: TimeSpan { get }

    /// The peripheral's state has changed.
    func state(_ state: PeripheralServerState)
    /// A client has connected, or is gone.
    func client(_ client: Peripheral, isConnected: Bool)
    /// A characteristic is listened to, or is no more.
    func listening(_ characteristic: BluetoothUUID, _ isListened: Bool)
    /// A client has written.
    func written(_ frame: Frame, to characteristic: BluetoothUUID, by client: Peripheral?, at time: Instant)
    /// The arm has acted on a frame.
    func acted(_ act: SimulatedAct)
    /// The sensor has sent a message; `isHeard`: somebody has subscribed.
    func notified(_ frame: Frame, at time: Instant, isHeard: Bool)
    /// The arm stands elsewhere than it was reported, or begins or ends to move.
    func stands(_ stand: SimulatedStand, _ account: SimulationAccount, at time: Instant)
    /// Something to record.
    func note(_ text: String)
    /// The end: what became of the bytes and of the messages.
    func account(_ account: SimulationAccount, notified: Int, heard: Int)
}
