import WaldoCore
import WaldoSurvey

/// Compares the layers' rows with the samples that they show, both in the order of their ids.
final class LayerCheck {
    private let layers: [(layer: FeatureLayer, rows: RowCursor)]
    private var present: [PreparedStatement?] = []
    private let streams: PreparedStatement
    private var stream: (id: Int64, name: String?, unit: String?)?
    private let sigmaColumn = TableRules.columnIndex(of: "sigma", in: Sample.table)
    private let timeColumn = TableRules.columnIndex(of: "time", in: Sample.table)
    private let geometry = UnsafeMutableRawBufferPointer.allocate(byteCount: GeometryBlob.capacity, alignment: 8)

    init(_ connection: Connection) throws(StoreError) {
        var layers: [(FeatureLayer, RowCursor)] = []
        for layer in FeatureLayer.allCases {
            let columns = "id, geom, time, stream, value, sigma, unit, flags, flag_names, accuracy, run"
            layers.append(
                (layer, RowCursor(try connection.prepare("SELECT \(columns) FROM \(layer.table) ORDER BY id"))))
        }
        self.layers = layers
        streams = try connection.prepare("SELECT name, unit FROM stream WHERE id = ?")
        for (_, rows) in layers { present.append(try rows.next()) }
    }

    deinit { geometry.deallocate() }

    /// Checks the next row of `SELECT * FROM sample`, which may hold anything.
    func check(_ sample: PreparedStatement, _ found: inout Findings) throws(StoreError) {
        let id = sample.int(0), value = sample.row(as: Sample.self)
        for index in layers.indices {
            let layer = layers[index].layer
            while let row = present[index], row.int(0) < id { try drop(row, index, &found) }
            let isShown = value.place?.system == layer.system
            guard let row = present[index], row.int(0) == id else {
                if isShown { found.add("sample \(id) is missing in \(layer.table)", kind: "samples") }
                continue
            }
            guard isShown else {
                try drop(row, index, &found)
                continue
            }
            let wrong = try differences(row, sample, value)
            if !wrong.isEmpty {
                found.add(
                    "row \(id) of \(layer.table) differs from its sample: \(wrong.joined(separator: ", "))",
                    kind: "rows of \(layer.table)")
            }
            present[index] = try layers[index].rows.next()
        }
    }

    /// No sample follows.
    func finish(_ found: inout Findings) throws(StoreError) {
        for index in layers.indices {
            while let row = present[index] { try drop(row, index, &found) }
        }
    }

    private func drop(_ row: PreparedStatement, _ index: Int, _ found: inout Findings) throws(StoreError) {
        let table = layers[index].layer.table
        found.add("row \(row.int(0)) of \(table) belongs to no sample of this layer", kind: "rows of \(table)")
        present[index] = try layers[index].rows.next()
    }

    /// The columns in which a layer's row is not what its sample makes it.
    private func differences(
        _ row: PreparedStatement, _ stored: PreparedStatement, _ sample: Sample
    ) throws(StoreError) -> [String] {
        let run = stored.int(1), id = stored.int(2)
        if stream?.id != id {
            streams.bind(id)
            let isKnown = try streams.step()
            stream = (id, isKnown ? streams.text(0) : nil, isKnown ? streams.text(1) : nil)
            streams.reset()
        }
        let time = sample.utc.flatMap { TimeText.text($0) }
        let columns = [
            ("place", hasPlace(row, sample)),
            ("time", row.optionalText(2) == time && stored.optionalText(timeColumn) == time),
            ("stream", row.text(3) == stream?.name), ("value", row.optionalDouble(4) == sample.value),
            ("sigma", row.optionalDouble(5) == stored.optionalDouble(sigmaColumn)),
            ("unit", row.text(6) == stream?.unit),
            ("flags", row.int(7) == Int64(sample.flags.rawValue) && row.text(8) == sample.flags.text),
            ("accuracy", row.optionalDouble(9) == sample.place?.accuracy), ("run", row.int(10) == run),
        ]
        return columns.filter { !$0.1 }.map(\.0)
    }

    private func hasPlace(_ row: PreparedStatement, _ sample: Sample) -> Bool {
        guard let place = sample.place else { return false }
        let size = GeometryBlob.write(place, to: geometry)
        return row.raw(1).elementsEqual(geometry[..<size])
    }
}
