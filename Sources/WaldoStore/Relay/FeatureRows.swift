internal import WaldoCore

/// Fills the feature layers from the rows of `stream` and `sample` in COPY text.
final class FeatureRows {
    private let world, arm: PreparedStatement
    private var streams: [Int64: (name: String, unit: String)] = [:]
    private let geometry = UnsafeMutableRawBufferPointer.allocate(byteCount: GeometryBlob.capacity, alignment: 8)

    init(in connection: Connection) throws(StoreError) {
        let values = "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        world = try connection.prepare("INSERT INTO \(FeatureLayer.world.table) \(values)")
        arm = try connection.prepare("INSERT INTO \(FeatureLayer.arm.table) \(values)")
    }

    deinit { geometry.deallocate() }

    /// Takes a row of `stream`.
    func add(stream fields: [UnsafeRawBufferPointer]) {
        streams[CopyText.integer(fields[0]) ?? 0] = (CopyText.text(fields[3]), CopyText.text(fields[5]))
    }

    /// Inserts the feature of a row of `sample`, if it has a place.
    func insert(sample fields: [UnsafeRawBufferPointer]) throws(StoreError) {
        guard let x = double(fields[13]), let y = double(fields[14]),
            let system = CopyText.integer(fields[16]).flatMap({ Place.System(rawValue: Int32(truncatingIfNeeded: $0)) })
        else { return }
        let row = system == .world ? world : arm
        row.bind(CopyText.integer(fields[0]))
        let size = GeometryBlob.write(Place(system: system, x: x, y: y, z: double(fields[15])), to: geometry)
        row.bind(UnsafeRawBufferPointer(rebasing: geometry[..<size]), isText: false)
        row.bind(CopyText.isNull(fields[11]) ? nil : CopyText.text(fields[11]))
        let stream = streams[CopyText.integer(fields[2]) ?? 0] ?? ("", "")
        row.bind(stream.name)
        row.bind(double(fields[4]))
        row.bind(double(fields[7]))
        row.bind(stream.unit)
        let flags = CopyText.integer(fields[12]) ?? 0
        row.bind(flags)
        row.bind(SampleFlags(rawValue: Int32(truncatingIfNeeded: flags)).text)
        row.bind(double(fields[17]))
        row.bind(CopyText.integer(fields[1]))
        try row.run()
    }

    private func double(_ field: UnsafeRawBufferPointer) -> Double? {
        CopyText.isNull(field) ? nil : CopyText.double(field)
    }
}
