internal import WaldoCore

/// A sample as a row of a layer.
struct Feature {
    let id: Int64
    let place: Place
    let time: TimeColumn
    let stream: String
    let value: Double?, sigma: Double?
    let unit: String
    let flags: SampleFlags
    let run: Int64
}

/// Inserts the samples that have a place into the layers.
final class FeatureRows {
    private let world, arm: PreparedStatement
    private var flagNames: [Int32: String] = [:]
    private let geometry = UnsafeMutableRawBufferPointer.allocate(byteCount: GeometryBlob.capacity, alignment: 8)

    init(in connection: Connection) throws(StoreError) {
        world = try connection.prepare(FeatureLayer.world.insertion)
        arm = try connection.prepare(FeatureLayer.arm.insertion)
    }

    deinit { geometry.deallocate() }

    func insert(_ feature: Feature) throws(StoreError) {
        let row = feature.place.system == .world ? world : arm
        row.bind(feature.id)
        let size = GeometryBlob.write(feature.place, to: geometry)
        row.bind(UnsafeRawBufferPointer(rebasing: geometry[..<size]))
        row.bind(feature.time)
        row.bind(feature.stream)
        row.bind(feature.value)
        row.bind(feature.sigma)
        row.bind(feature.unit)
        row.bind(feature.flags)
        row.bind(names(of: feature.flags))
        row.bind(feature.place.accuracy)
        row.bind(feature.run)
        try row.run()
    }

    private func names(of flags: SampleFlags) -> String {
        if let known = flagNames[flags.rawValue] { return known }
        let names = flags.text
        flagNames[flags.rawValue] = names
        return names
    }
}
