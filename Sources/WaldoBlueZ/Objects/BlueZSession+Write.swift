import WaldoBus
import WaldoCore
import WaldoLoop

/// WriteValue, for a characteristic without a write socket.
extension BlueZSession {
    /// Writes a frame, and calls `done` with the outcome: nil or the error.
    /// - Parameter type: `request` or `command`.
    func writeValue(
        _ path: String, _ frame: Frame, _ type: String, _ done: @escaping @LoopActor (BusError?) -> Void
    ) {
        request("WriteValue", BlueZNames.characteristic, path) {
            Self.fill(&$0, frame, type)
        } _: {
            done($0)
        }
    }

    /// Writes a frame, and waits for the outcome.
    func writeValue(_ path: String, _ frame: Frame, _ type: String) async throws(BusError) {
        _ = try await call("WriteValue", BlueZNames.characteristic, path) { Self.fill(&$0, frame, type) }
    }

    /// The same call as bytes to send on the bus's socket; empty if the call cannot be built.
    func marshalledWrite(_ path: String, _ frame: Frame, _ type: String) -> [UInt8] {
        let call = try? message("WriteValue", BlueZNames.characteristic, path) { Self.fill(&$0, frame, type) }
        return call?.marshalled() ?? []
    }

    /// A second connection to the bus, on which nothing else is sent.
    func spareConnection() async throws(BusError) -> SpareConnection {
        let bus = try await BusConnection.open(address: address)
        do throws(SystemFailure) { return try SpareConnection(bus) } catch {
            bus.close()
            throw .cannotConnect(address: address, reason: error.description)
        }
    }

    private static func fill(_ call: inout MessageWriter, _ frame: Frame, _ type: String) {
        frame.withBytes { call.bytes($0) }
        call.append(.dictionary(["type": .string(type)]))
    }
}
