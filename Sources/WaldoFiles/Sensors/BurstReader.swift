import WaldoCore
import WaldoSurvey
import WaldoTime

/// Reads `burst` of a message: `{ rows: count, most: 12, bytes: 2, every: 5 s, age: age }`.
enum BurstReader {
    static func burst(
        _ value: YamlValue, _ names: [String], firstField: Int, isText: Bool
    ) throws(FileError) -> Burst {
        let size = isText ? "columns" : "bytes"
        let section = try value.section(["rows", "most", size, "every", "age"])
        let rows = try section.required("rows")
        let every = try section.required("every").duration(in: TimeSpan.milliseconds(1)...TimeSpan.seconds(86_400))
        guard firstField < names.count else {
            throw value.error("`\(value.name)` has rows, and there are no fields under `row`; add them")
        }
        let count: Burst.Rows
        var maxRows = 0
        if rows.number != nil {
            maxRows = try rows.integer(in: 1...64)
            count = .fixed(maxRows)
        } else {
            count = .field(try header(rows, names, firstField))
            maxRows = try section.required("most").integer(in: 1...64)
        }
        return Burst(
            rows: count, maxRows: maxRows, size: try section.required(size).integer(in: 1...64), interval: every,
            age: try section["age"].map { (age) throws(FileError) in try header(age, names, firstField) },
            firstField: firstField)
    }

    /// A field that stands before the rows.
    private static func header(_ value: YamlValue, _ names: [String], _ firstField: Int) throws(FileError) -> Int {
        let index = try SensorFieldReader.index(of: value, names)
        guard index < firstField else {
            throw value.error("`\(names[index])` is a field of a row; name one of the message itself")
        }
        return index
    }
}
