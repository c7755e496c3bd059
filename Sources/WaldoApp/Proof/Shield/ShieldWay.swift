package import WaldoBlueZ
package import WaldoCore
package import WaldoFiles
import WaldoLoop
import WaldoTime

/// How a board with the echo sketch is reached.
package enum ShieldWay {
    /// Over Bluetooth.
    case radio(BluetoothProfile, PeripheralLink.Options)
    /// Over a serial port.
    case cable(SerialProfile)

    /// How long the link stays closed before it is opened again: BlueZ ends a connection two seconds after it was asked
    /// to.
    var pause: TimeSpan {
        switch self {
        case .radio: .seconds(3)
        case .cable: .milliseconds(200)
        }
    }

    /// What bluetoothd says of itself; nil: it has no part in this.
    @LoopActor func bluetooth() async -> BlueZFacts? {
        guard case .radio = self else { return nil }
        return await BlueZFacts.gather()
    }

    /// The way to a board over Bluetooth.
    /// - Parameters:
    ///   - arm: whose service the board has.
    ///   - options: which shield and which adapter.
    /// - Throws: `Failure` for an arm whose answers would not be heard.
    package static func radio(to arm: Arm, _ options: PeripheralLink.Options) throws(Failure) -> ShieldWay {
        guard case .bluetooth(let profile) = arm.link, profile.notify != nil else {
            throw Failure(
                .usage,
                "the arm “\(arm.name)” has no Bluetooth characteristic to answer on: choose --arm nordic-uart or hm10")
        }
        return .radio(profile, options)
    }
}
