import WaldoCore
package import WaldoSurvey

/// A sample as a row of a layer.
package struct Feature {
    let id: Int64
    let place: Place
    let utc: Int64?
    let stream: String
    let value: Double?, sigma: Double?
    let unit: String
    let flags: SampleFlags
    let run: Int64

    /// - Parameter utc: microseconds since 1970; nil: not known.
    package init(
        id: Int64, place: Place, utc: Int64?, stream: String, value: Double?, sigma: Double?, unit: String,
        flags: SampleFlags, run: Int64
    ) {
        self.id = id
        self.place = place
        self.utc = utc
        self.stream = stream
        self.value = value
        self.sigma = sigma
        self.unit = unit
        self.flags = flags
        self.run = run
    }
}

/// Inserts the samples that have a place into the layers.
package final class FeatureRows {
    private let world, arm: PreparedStatement
    private var flagNames: [Int32: String] = [:]
    private let geometry = UnsafeMutableRawBufferPointer.allocate(byteCount: GeometryBlob.capacity, alignment: 8)

    package init(in connection: Connection) throws(StoreError) {
        world = try connection.prepare(FeatureLayer.world.insertion)
        arm = try connection.prepare(FeatureLayer.arm.insertion)
    }

    deinit { geometry.deallocate() }

    package func insert(_ feature: Feature) throws(StoreError) {
        let row = feature.place.system == .world ? world : arm
        row.bind(feature.id)
        let size = GeometryBlob.write(feature.place, to: geometry)
        row.bind(UnsafeRawBufferPointer(rebasing: geometry[..<size]))
        row.bind(TimeColumn(feature.utc))
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
