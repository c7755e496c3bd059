import WaldoStore

/// The text of a statement. It is written in the program or its schema; what comes from elsewhere is only ever a
/// parameter or a row of COPY.
public struct SQL: Sendable {
    let text: String

    /// A statement of the program.
    public init(_ text: StaticString) { self.text = "\(text)" }

    /// One of the files of the schema.
    init(embedded text: String) { self.text = text }

    /// Copies a survey's rows of a table out of the database: that of the setting `waldo.survey`, without rows whose
    /// session or run the database does not know yet.
    init(copying table: StoreTable) {
        let columns = table.columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let survey = "survey_uuid = current_setting('waldo.survey')::uuid"
        var rows = "SELECT \(columns) FROM waldo.\(table.name) WHERE \(survey)"
        let parent =
            switch table.name {
            case "sample": "stream"
            case "alarm", "gap", "reject": "run"
            case "clock", "reading", "command", "fix", "event": "session"
            default: ""
            }
        if !parent.isEmpty { rows += " AND \(parent) IN (SELECT id FROM waldo.\(parent) WHERE \(survey))" }
        // The days of a survey are known: the others' partitions are not read.
        if table.name == "sample" {
            rows += """
                 AND (t = timestamptz 'epoch' OR t BETWEEN current_setting('waldo.first')::timestamptz
                     AND current_setting('waldo.last')::timestamptz)
                """
        }
        if table.columns.first?.name == "id" { rows += " ORDER BY id" }
        text = "COPY (\(rows)) TO STDOUT"
    }
}
