public import WaldoCore
import WaldoSurvey

/// The services by which the library's sensors are found on the air.
public struct SensorServices: Sendable {
    /// The sensors that have a service of their own, the operator's first.
    private let sensors: [(name: String, service: BluetoothUUID)]

    /// The services of a library's sensors. A sensor whose file is invalid, or that is heard on an arm's own link, has
    /// none.
    public init(_ library: Library) {
        sensors = library.sensors().compactMap { entry in
            entry.value?.hears.service.map { (entry.name, $0) }
        }
    }

    /// The services, each once.
    public var services: [BluetoothUUID] {
        var all: [BluetoothUUID] = []
        for sensor in sensors where !all.contains(sensor.service) { all.append(sensor.service) }
        return all
    }

    /// The names of the sensors that would be heard from a peripheral that advertises these services. Several have the
    /// same service where one module carries different sensors, or models of one make differ.
    public func names(for services: [BluetoothUUID]) -> [String] {
        sensors.filter { services.contains($0.service) }.map(\.name)
    }
}
