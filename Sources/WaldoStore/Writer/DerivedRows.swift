import WaldoCore
import WaldoSurvey
import WaldoTime

/// Inserts the derived rows of one run. A sample with a place goes into the layer of its coordinate system too.
final class DerivedRows {
    private let run: Int64
    private let stream, sample, alarm, gap, reject: PreparedStatement
    private let features: FeatureRows
    private var names: [(name: String, unit: String)] = []
    private var alarms: Int64 = 0, gaps: Int64 = 0, rejects: Int64 = 0

    init(run: Int64, in connection: Connection) throws(StoreError) {
        self.run = run
        stream = try connection.insertion(of: StreamDescription.self)
        sample = try connection.insertion(of: Sample.self)
        alarm = try connection.insertion(of: AlarmChange.self)
        gap = try connection.insertion(of: Gap.self)
        reject = try connection.insertion(of: RejectRow.self)
        features = try FeatureRows(in: connection)
    }

    func insert(_ number: Int, _ description: StreamDescription) throws(StoreError) {
        while names.count <= number { names.append(("", "")) }
        names[number] = (description.name, description.unit)
        stream.bind(RowID.stream(run: run, number))
        stream.bind(run)
        stream.bind(number)
        stream.bind(row: description)
        try stream.run()
    }

    func insert(_ value: Sample) throws(StoreError) {
        let streamID = RowID.stream(run: run, value.stream)
        let id = RowID.sample(stream: streamID, value.sequence)
        sample.bind(id)
        sample.bind(run)
        sample.bind(streamID)
        sample.bind(value.sequence)
        sample.bind(row: value)
        try sample.run()
        guard let place = value.place else { return }
        let known = value.stream < names.count ? names[value.stream] : ("", "")
        try features.insert(
            Feature(
                id: id, place: place, utc: value.utc, stream: known.0, value: value.value,
                sigma: value.sigma, unit: known.1, flags: value.flags, run: run))
    }

    func insert(_ change: AlarmChange) throws(StoreError) { try insert(change, alarm, &alarms) }
    func insert(_ value: Gap) throws(StoreError) { try insert(value, gap, &gaps) }
    func insert(_ row: RejectRow) throws(StoreError) { try insert(row, reject, &rejects) }

    private func insert(
        _ row: some Row, _ statement: PreparedStatement, _ ordinal: inout Int64
    ) throws(StoreError) {
        statement.bind(RowID.derived(run: run, ordinal))
        statement.bind(run)
        statement.bind(ordinal)
        ordinal += 1
        statement.bind(row: row)
        try statement.run()
    }
}
