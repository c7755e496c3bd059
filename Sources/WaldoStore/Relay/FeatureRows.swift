internal import WaldoCore

/// Fills the feature layers from the rows of `stream` and `sample` in COPY text.
final class FeatureRows {
    /// The places of the columns in a row of `sample`.
    private struct SampleColumns {
        let id, run, stream, value, sigma, time, flags, x, y, z, srs, accuracy: Int

        init(_ place: (String) -> Int) {
            (id, run, stream, time, flags) = (place("id"), place("run"), place("stream"), place("time"), place("flags"))
            (value, sigma) = (place("value"), place("sigma"))
            (x, y, z, srs, accuracy) = (place("x"), place("y"), place("z"), place("srs"), place("accuracy"))
        }
    }

    private let at: SampleColumns
    /// The places of the columns in a row of `stream`.
    private let streamID, streamName, streamUnit: Int
    private let world, arm: PreparedStatement
    private var streams: [Int64: (name: String, unit: String)] = [:]
    private let geometry = UnsafeMutableRawBufferPointer.allocate(byteCount: GeometryBlob.capacity, alignment: 8)

    init(in connection: Connection) throws(StoreError) {
        at = SampleColumns { StoreTable.place(of: $0, in: "sample") }
        streamID = StoreTable.place(of: "id", in: "stream")
        streamName = StoreTable.place(of: "name", in: "stream")
        streamUnit = StoreTable.place(of: "unit", in: "stream")
        world = try connection.prepare(FeatureLayer.world.insertion)
        arm = try connection.prepare(FeatureLayer.arm.insertion)
    }

    deinit { geometry.deallocate() }

    /// Takes a row of `stream`.
    func add(stream fields: [UnsafeRawBufferPointer]) {
        let texts = (CopyText.text(fields[streamName]), CopyText.text(fields[streamUnit]))
        streams[CopyText.integer(fields[streamID]) ?? 0] = texts
    }

    /// Inserts the feature of a row of `sample`, if it has a place.
    func insert(sample fields: [UnsafeRawBufferPointer]) throws(StoreError) {
        guard let x = double(fields[at.x]), let y = double(fields[at.y]),
            let system = CopyText.integer(fields[at.srs]).flatMap({
                Place.System(rawValue: Int32(truncatingIfNeeded: $0))
            })
        else { return }
        let row = system == .world ? world : arm
        row.bind(CopyText.integer(fields[at.id]))
        let size = GeometryBlob.write(Place(system: system, x: x, y: y, z: double(fields[at.z])), to: geometry)
        row.bind(UnsafeRawBufferPointer(rebasing: geometry[..<size]), isText: false)
        row.bind(CopyText.isNull(fields[at.time]) ? nil : CopyText.text(fields[at.time]))
        let stream = streams[CopyText.integer(fields[at.stream]) ?? 0] ?? ("", "")
        row.bind(stream.name)
        row.bind(double(fields[at.value]))
        row.bind(double(fields[at.sigma]))
        row.bind(stream.unit)
        let flags = CopyText.integer(fields[at.flags]) ?? 0
        row.bind(flags)
        row.bind(SampleFlags(rawValue: Int32(truncatingIfNeeded: flags)).text)
        row.bind(double(fields[at.accuracy]))
        row.bind(CopyText.integer(fields[at.run]))
        try row.run()
    }

    private func double(_ field: UnsafeRawBufferPointer) -> Double? {
        CopyText.isNull(field) ? nil : CopyText.double(field)
    }
}
