import Glibc
import WaldoTime

/// The cells' observations, as JSON Lines in the file that WALDO_MATRIX_OUT names.
enum Report {
    /// Adds a cell's observation.
    /// - Parameters:
    ///   - cell: the cell.
    ///   - outcome: what was observed, in the page's words.
    ///   - span: from the fault to the first zero, or to the last motion where no zero is sent.
    static func add(_ cell: Cell, _ outcome: String, _ span: TimeSpan?) {
        // The page is that of three channels.
        guard !cell.hasEight, !cell.hasHand else { return }
        let time = span.map { "\($0.microseconds)" } ?? "null"
        add("\(place(cell)),\"outcome\":\"\(outcome)\",\"us\":\(time)")
    }

    /// Adds why a cell is not run.
    static func add(_ cell: Cell, cannot reason: String) { add("\(place(cell)),\"reason\":\"\(reason)\"") }

    /// Adds when a row's fault can be detected.
    static func add(_ fault: Fault) {
        add("\"fault\":\"\(fault.rawValue)\",\"detection\":\"\(fault.detection)\"")
    }

    private static func place(_ cell: Cell) -> String {
        "\"fault\":\"\(cell.fault.rawValue)\",\"moment\":\"\(cell.moment.rawValue)\""
    }

    /// Appends a line; does nothing without a file.
    private static func add(_ fields: String) {
        guard let path = getenv("WALDO_MATRIX_OUT") else { return }
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else { return }
        defer { close(file) }
        let line = "{\(fields)}\n"
        _ = write(file, line, line.utf8.count)
    }
}
