import Glibc
import WaldoCore
import WaldoRelay
import WaldoStore
import WaldoSurvey
import WaldoTime

/// Writes one short session after another to a file, and prints a line when the first has begun and when each has
/// ended.
func writeSessions(_ path: String, _ count: Int, _ description: SurveyDescription) throws {
    for number in 0..<count {
        let writer =
            number == 0
            ? try StoreWriter.create(path: path, description: description)
            : try StoreWriter.append(path: path, description: description)
        if number == 0 { say("begun") }
        for at in 0..<10 { writer.record(.bytes(channel: 0, [7]), at: Instant(microseconds: Int64(at))) }
        say(writer.finish(within: .seconds(60)) ? "ended" : "failed to end")
    }
}

/// Opens a file again and again as one of those does that read a file, or opens it once and follows it, until standard
/// input ends. Prints a line for each failure, and at the end how often it has read the file.
func readSessions(_ path: String, as kind: String) {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    var count = 0
    var followed: RelayReader?
    while poll(&input, 1, 0) == 0 {
        do throws(StoreError) {
            switch kind {
            case "show": _ = try StoreReader(path: path).surveys()
            case "check": for finding in try StoreReader(path: path).check() { say("failed: \(finding)") }
            case "export": try StoreReader(path: path).events(of: 1) { _, _ in true }
            case "push": _ = try pushed(RelayReader(path: path))
            default:
                if followed == nil { followed = try RelayReader(path: path) }
                if let followed { _ = try pushed(followed) }
            }
            count += 1
        } catch { say("failed: \(error)") }
    }
    say("read \(count)")
}

/// Reads what a push sends.
private func pushed(_ reader: RelayReader) throws(StoreError) -> Int {
    var count = 0
    for survey in try reader.surveys() {
        for extent in try reader.streams(of: survey.id) {
            let stream = extent.stream
            let page = try reader.page(of: stream, after: stream.start, rows: 100, bytes: 9999, greatest: 9999)
            count += page?.count ?? 0
        }
    }
    return count
}

private func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}
