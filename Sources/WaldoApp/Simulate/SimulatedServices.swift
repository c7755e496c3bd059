package import WaldoBlueZ
package import WaldoCore
package import WaldoSimulator
package import WaldoSurvey

/// The GATT services of a simulated arm with its sensor: those that the files of both name, and one that can be read.
package struct SimulatedServices: Equatable {
    /// The services, the arm's own first.
    package private(set) var services: [GattService]
    /// The characteristics of the arm's answers and of the sensor's messages; nil: there is none.
    private var armNotifies: BluetoothUUID?, sensorNotifies: BluetoothUUID?

    /// Device Information, and its Model Number String (Bluetooth SIG, Assigned Numbers). To read it proves to a client
    /// that what it wrote before has arrived.
    private static let information = BluetoothUUID(high: 0x0000_180a_0000_1000, low: 0x8000_0080_5f9b_34fb)
    private static let model = BluetoothUUID(high: 0x0000_2a24_0000_1000, low: 0x8000_0080_5f9b_34fb)

    /// What an arm and the sensor on its hand need.
    package init(_ arm: Arm, _ sensor: Sensor?) {
        services = []
        switch arm.link {
        case .bluetooth(let profile): offer(profile, sensor)
        case .serial: break
        }
    }

    private mutating func offer(_ link: BluetoothProfile, _ sensor: Sensor?) {
        for uuid in link.writes { add(uuid, [.writeWithoutResponse, .write], to: link.service, maxBytes: link.max) }
        armNotifies = link.notify
        if let notify = link.notify { add(notify, [.notify], to: link.service) }
        if let sensor {
            let service = sensor.hears.service ?? link.service
            let channels = sensor.hears.service == nil ? [link.notify].compactMap(\.self) : sensor.hears.notify
            for channel in channels { add(channel, [.notify], to: service) }
            sensorNotifies = channels.first
            if let listens = sensor.says?.characteristic {
                add(listens, [.writeWithoutResponse, .write], to: service)
            }
        }
        services.append(
            GattService(
                Self.information, [GattCharacteristic(Self.model, [.read], value: Array("Simulated arm".utf8))]))
    }

    /// The characteristic on which a sender's frames are notified; nil: there is none.
    package func notifies(_ sender: Simulation.Sender) -> BluetoothUUID? {
        switch sender {
        case .arm: armNotifies
        case .sensor: sensorNotifies
        }
    }

    /// The services to advertise, the most important one first.
    package var advertised: [BluetoothUUID] { services.map(\.uuid).filter { $0 != Self.information } }

    /// Adds a characteristic, or properties to one that is there.
    private mutating func add(
        _ uuid: BluetoothUUID, _ properties: [GattCharacteristic.Property], to service: BluetoothUUID,
        maxBytes: Int = Frame.capacity
    ) {
        let index = services.firstIndex { $0.uuid == service } ?? services.count
        if index == services.count { services.append(GattService(service, [])) }
        guard let known = services[index].characteristics.firstIndex(where: { $0.uuid == uuid }) else {
            services[index].characteristics.append(GattCharacteristic(uuid, properties, maxBytes: maxBytes))
            return
        }
        for property in properties where !services[index].characteristics[known].properties.contains(property) {
            services[index].characteristics[known].properties.append(property)
        }
    }
}
