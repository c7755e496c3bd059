import WaldoBus
import WaldoCore
import WaldoLoop
import WaldoSurvey

/// Sends a sensor what starts and stops it.
@LoopActor
final class SensorWriter {
    private let session: BlueZSession
    private let service: BluetoothUUID
    private let words: Sensor.Commands

    /// - Parameters:
    ///   - service: the service that is searched first.
    ///   - words: what is sent, with the characteristic that takes it.
    init(_ session: BlueZSession, service: BluetoothUUID, _ words: Sensor.Commands) {
        self.session = session
        self.service = service
        self.words = words
    }

    /// Starts the sensor, once it is heard.
    /// - Returns: what the operator should know of it; nil: there is nothing to send.
    /// - Throws: that the link is lost.
    func start(_ device: Device) async throws(BlueZError) -> String? {
        guard let bytes = words.start else { return nil }
        let text = HexText.text(of: bytes.bytes, separator: " ")
        guard let target = target(on: device) else {
            return "the sensor was not sent \(text): the peripheral has no characteristic that takes it; see `say` "
                + "in its file"
        }
        do throws(BusError) {
            try await session.writeValue(target.path, bytes, Self.kind(target))
            return "the sensor was sent \(text)"
        } catch {
            guard case .remote = error else { throw .from(error, settingUp: device.peripheral) }
            return "the sensor was not sent \(text): \(SafeText.escaped(error.description, upTo: .max))"
        }
    }

    /// Stops the sensor; does not wait.
    func stop(_ device: Device) {
        guard let bytes = words.stop, let target = target(on: device) else { return }
        session.writeValue(target.path, bytes, Self.kind(target)) { _ in }
    }

    private static func kind(_ target: Characteristic) -> String { target.takesCommands ? "command" : "request" }

    /// The characteristic on the device: in the sensor's service, or else in another.
    private func target(on device: Device) -> Characteristic? {
        func first(_ all: [Characteristic]) -> Characteristic? {
            all.first { $0.uuid == words.characteristic && $0.isWritable }
        }
        return first(session.tree.characteristics(of: device.path, service: service.description))
            ?? first(session.tree.characteristics(of: device.path))
    }
}
