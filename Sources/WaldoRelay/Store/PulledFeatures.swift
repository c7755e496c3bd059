import WaldoCore
import WaldoStore
import WaldoSurvey

/// Fills the feature layers from the rows of `stream` and `sample` in COPY text.
final class PulledFeatures {
    /// The indices of the columns in a row of `sample`.
    private struct SampleColumns {
        let id, run, stream, value, sigma, utc, flags, x, y, z, srs, accuracy: Int

        init(_ column: (String) -> Int) {
            (id, run, stream, utc, flags) = (
                column("id"), column("run"), column("stream"), column("utc"), column("flags")
            )
            (value, sigma) = (column("value"), column("sigma"))
            (x, y, z, srs, accuracy) = (column("x"), column("y"), column("z"), column("srs"), column("accuracy"))
        }
    }

    private let at: SampleColumns
    /// The indices of the columns in a row of `stream`.
    private let streamID, streamName, streamUnit: Int
    private let rows: FeatureRows
    private var streams: [Int64: (name: String, unit: String)] = [:]

    init(in connection: Connection) throws(StoreError) {
        at = SampleColumns { TableRules.columnIndex(of: $0, in: "sample") }
        streamID = TableRules.columnIndex(of: "id", in: "stream")
        streamName = TableRules.columnIndex(of: "name", in: "stream")
        streamUnit = TableRules.columnIndex(of: "unit", in: "stream")
        rows = try FeatureRows(in: connection)
    }

    /// Takes a row of `stream`.
    func add(stream fields: [UnsafeRawBufferPointer]) {
        let texts = (CopyText.text(fields[streamName]), CopyText.text(fields[streamUnit]))
        streams[CopyText.integer(fields[streamID]) ?? 0] = texts
    }

    /// Inserts the feature of a row of `sample`, if it has a place.
    func insert(sample fields: [UnsafeRawBufferPointer]) throws(StoreError) {
        guard let x = double(fields[at.x]), let y = double(fields[at.y]),
            let system = integer(fields[at.srs]).flatMap({ Place.System(rawValue: Int32(truncatingIfNeeded: $0)) })
        else { return }
        let stream = streams[integer(fields[at.stream]) ?? 0] ?? ("", "")
        try rows.insert(
            Feature(
                id: integer(fields[at.id]) ?? 0,
                place: Place(
                    system: system, x: x, y: y, z: double(fields[at.z]), accuracy: double(fields[at.accuracy])),
                utc: integer(fields[at.utc]), stream: stream.name, value: double(fields[at.value]),
                sigma: double(fields[at.sigma]), unit: stream.unit,
                flags: SampleFlags(rawValue: Int32(truncatingIfNeeded: integer(fields[at.flags]) ?? 0)),
                run: integer(fields[at.run]) ?? 0))
    }

    private func integer(_ field: UnsafeRawBufferPointer) -> Int64? {
        CopyText.isNull(field) ? nil : CopyText.integer(field)
    }

    private func double(_ field: UnsafeRawBufferPointer) -> Double? {
        CopyText.isNull(field) ? nil : CopyText.double(field)
    }
}
