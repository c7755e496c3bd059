import Glibc
import Testing
import WaldoTestSupport

/// A golden that is a text: the first line that differs is named.
enum GoldenFile {
    /// Compares a golden with what was made now, apart from empty lines.
    /// - Parameter variable: the environment's variable that has the golden written first.
    static func compare(
        _ made: String, to path: String, writtenFor variable: String, at location: SourceLocation = #_sourceLocation
    ) throws {
        if getenv(variable) != nil {
            let stream = try #require(fopen(path, "we"))
            fputs(made, stream)
            fclose(stream)
        }
        let lines = (try readFile(path).split(separator: "\n"), made.split(separator: "\n"))
        let parting = zip(lines.0, lines.1).enumerated().first { $0.element.0 != $0.element.1 }
        let text = "line \((parting?.offset ?? 0) + 1) of \(path): \(parting.map { String($0.element.1) } ?? "")"
        #expect(parting == nil, "\(text)", sourceLocation: location)
        #expect(lines.0.count == lines.1.count, "\(path)", sourceLocation: location)
    }
}
