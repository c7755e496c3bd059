import WaldoCore
import WaldoSurvey
import WaldoTime

/// The samples of one stream and run, in order.
final class SampleCursor {
    let description: StreamDescription
    private let number: Int
    private let row: PreparedStatement
    /// The present sample; nil behind the last.
    private(set) var sample: Sample?

    init(run: Int64, _ number: Int, _ description: StreamDescription, in connection: Connection) throws(StoreError) {
        self.number = number
        self.description = description
        let ids = RowID.samples(of: RowID.stream(run: run, number))
        row = try connection.rows(
            "sample", "WHERE id >= \(ids.lowerBound) AND id < \(ids.upperBound) ORDER BY id")
        try advance()
    }

    deinit { row.reset() }

    func advance() throws(StoreError) {
        guard try row.step() else { return sample = nil }
        var next = row.row(as: Sample.self)
        (next.stream, next.sequence) = (number, row.int(3))
        sample = next
    }
}
