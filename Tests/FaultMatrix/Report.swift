import Glibc

/// What cells have observed, as JSON Lines in the file that WALDO_MATRIX_OUT names.
enum Report {
    /// Adds a line; nothing without a file.
    /// - Parameter microseconds: from the fault to the first zero, or to the last motion where none is said.
    static func add(_ cell: Cell, _ outcome: String, _ microseconds: Int64?) {
        guard let path = getenv("WALDO_MATRIX_OUT") else { return }
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else { return }
        defer { close(file) }
        let time = microseconds.map { "\($0)" } ?? "null"
        let line =
            "{\"fault\":\"\(cell.fault.rawValue)\",\"moment\":\"\(cell.moment.rawValue)\","
            + "\"outcome\":\"\(outcome)\",\"us\":\(time)}\n"
        _ = write(file, line, line.utf8.count)
    }
}
