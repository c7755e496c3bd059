import Testing
import WaldoCore
import WaldoFiles
import WaldoStore
import WaldoSurvey
import WaldoTestSupport

@testable import WaldoRelay

/// What documents may hold beside numbers: keys, texts and numbers with a fraction, at their limits.
@Suite struct WireContentsTests {
    private let station = try! CraftedStation(1)

    /// Parses a meta document with its lines changed.
    private func parse(_ change: (inout [String]) -> Void) throws -> MetaDocument {
        let whole = String(decoding: station.meta().payload.dropLast(15), as: UTF8.self)
        var lines = whole.split(separator: "\n").map(String.init)
        change(&lines)
        var payload = Array((lines.joined(separator: "\n") + "\n").utf8)
        Wire.seal(&payload)
        return try payload.withUnsafeBytes { try MetaDocument($0, of: station.survey) }
    }

    /// The places of the rows of a table in the lines of a document, behind its columns.
    private static func places(of table: String, in lines: [String]) -> [Int] {
        Array(lines.indices.filter { lines[$0].hasPrefix(table + "\t") }.dropFirst())
    }

    @Test(arguments: StoreTable.meta.map(\.name)) func aRowComesOnce(table: String) throws {
        let described = try #require(StoreTable.of(table))
        func line(_ number: Int) -> String {
            table + "\t"
                + String(decoding: CraftedStation.line(described, row(of: table, number)).dropLast(), as: UTF8.self)
        }
        func put(_ rows: [String]) throws -> MetaDocument {
            try parse { lines in
                let known = Self.places(of: table, in: lines)
                let names = lines.firstIndex { $0.hasPrefix(table + "\t") }!
                for place in known.reversed() { lines.remove(at: place) }
                lines.insert(contentsOf: rows, at: names + 1)
            }
        }
        #expect(throws: Never.self) { try put([line(1)]) }
        if table != "survey" { #expect(throws: Never.self) { try put([line(1), line(2)]) } }
        #expect(throws: Wire.Fault("\(table), row \(table == "stream" ? 1024 : 1): it comes twice")) {
            try put([line(1), line(1)])
        }
    }

    /// A row that keeps to the rules of its table.
    private func row(of table: String, _ number: Int = 1) -> [String: String] {
        switch table {
        case "survey":
            [
                "id": "1", "uuid": station.survey.text, "title": "t", "sensor_name": "demo", "upload": "t",
                "started": "0",
            ]
        case "stream": ["id": "\(1023 + number)", "run": "1", "number": "\(number - 1)", "name": "dose"]
        case "account": ["session": "1", "channel": "\(number)"]
        case "account_reason": ["session": "1", "channel": "1", "reason": number == 1 ? "check" : "length"]
        case "account_lost": ["session": "1", "kind": number == 1 ? "reading" : "fix"]
        default: ["id": "\(number)", "survey": "1", "session": "1", "device": "1", "mono_start": "0"]
        }
    }

    @Test func aKeyIsTheSameHoweverItIsWritten() throws {
        let keys = RowKeys(try #require(StoreTable.of("account_reason")))
        func key(_ line: String) -> [UInt8] { Array(line.utf8).withUnsafeBytes { keys.key(of: CopyText.fields($0)) } }
        #expect(key("1\t2\ta\u{8}b\t3") == key("1\t2\ta\\bb\t4") && key("1\t2\ta\t3") != key("1\t2\tb\t3"))
        // PostgreSQL compares bytes: these two are not the same.
        #expect(key("1\t2\t\u{e4}\t3") != key("1\t2\ta\u{308}\t3"))
        #expect(key("1\t12\ta\t3") != key("11\t2\ta\t3"))
    }

    @Test func namesAndUnitsOfStreamsHaveALength() throws {
        func put(_ column: String, _ text: String) throws {
            _ = try parse { lines in
                let place = Self.places(of: "stream", in: lines)[0]
                var fields = lines[place].split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
                fields[1 + StoreTable.of("stream")!.columns.firstIndex { $0.name == column }!] = text
                lines[place] = fields.joined(separator: "\t")
            }
        }
        for (column, most) in [("name", 200), ("unit", 60)] {
            // An escape counts as what it stands for, and a letter for its bytes.
            for text in [String(repeating: "x", count: most), String(repeating: "\\t", count: most)] {
                #expect(throws: Never.self) { try put(column, text) }
                #expect(throws: Wire.Fault("stream, row 1024: \(column) has more than \(most) bytes")) {
                    try put(column, text + "x")
                }
            }
            #expect(throws: Wire.Fault.self) { try put(column, String(repeating: "\u{e4}", count: most / 2 + 1)) }
        }
    }

    @Test func aValueKeepsToTheRulesOfItsColumn() throws {
        let column = 1 + (try #require(StoreTable.of("survey")?.columns.firstIndex { $0.name == "upload" }))
        func put(_ text: String) throws {
            _ = try parse { lines in
                let place = Self.places(of: "survey", in: lines)[0]
                var fields = lines[place].split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
                fields[column] = text
                lines[place] = fields.joined(separator: "\t")
            }
        }
        for text in ["t", "f"] { #expect(throws: Never.self) { try put(text) } }
        for text in ["2", "maybe", "\\N", ""] { #expect(throws: Wire.Fault.self, "\(text)") { try put(text) } }
    }

    @Test func aDocumentIsOfTheSurveyOfItsTopicAndHasALength() throws {
        let other = try #require(SurveyID("3f2504e0-4f89-41d3-9a0c-0305e82c3301"))
        #expect(throws: Wire.Fault("it is not of the survey of its topic")) {
            try station.meta().payload.withUnsafeBytes { try MetaDocument($0, of: other) }
        }
        let long = Wire.Fault("it has more than \(Wire.greatest) bytes")
        var payload = [UInt8](repeating: 0, count: Wire.greatest)
        #expect(throws: Wire.Fault.self) { try payload.withUnsafeBytes { try ProgressDocument($0) } }
        Wire.seal(&payload)
        #expect(throws: long) { try payload.withUnsafeBytes { try MetaDocument($0, of: station.survey) } }
        #expect(throws: long) { try payload.withUnsafeBytes { try ProgressDocument($0) } }
    }

    @Test func progressIsOfSoManyStreams() throws {
        var document = ProgressDocument(revision: 1, epoch: 1)
        for run in 1...Int64(ProgressDocument.maxStreams) {
            let stream = try #require(RelayStream(.alarm, of: run))
            document.upto[stream] = stream.start
        }
        #expect(try document.payload.withUnsafeBytes { try ProgressDocument($0) } == document)
        let last = try #require(RelayStream(.alarm, of: Int64(ProgressDocument.maxStreams) + 1))
        document.upto[last] = last.start
        #expect(throws: Wire.Fault.self) { try document.payload.withUnsafeBytes { try ProgressDocument($0) } }
    }

    @Test func streamsThatAreShippedTravel() throws {
        let library = Library(directory: nil)
        var found: [StreamDescription] = []
        for entry in library.sensors() { found += try entry.content.get().streams.map(\.description) }
        for entry in library.graphs() { found += try entry.content.get().outputs.map(\.description) }
        #expect(found.count > 20)
        for stream in found {
            #expect(
                stream.name.utf8.count <= Wire.greatestName && stream.unit.utf8.count <= Wire.greatestUnit,
                "\(stream.name)")
        }
    }

    /// Numbers with a fraction at their limits: each is stored as it is, or refused.
    @Test func everyFractionMayBeAnything() throws {
        let numbers = [
            "5e-324", "-5e-324", "1e-310", "1e-300", "1.7976931348623157e308", "-1.7976931348623157e308", "1e309",
            "1e-400", "Infinity", "-Infinity", "NaN", "nan", "-0", "0.1", "1e999", "0x1p3", ".5", "1.", "+1", " 1",
            "1_0",
            String(repeating: "9", count: 32), String(repeating: "9", count: 33),
        ]
        let rules = try #require(CopyRules("sample")), table = try #require(StoreTable.of("sample"))
        let id = "\(station.stream.start + 1)"
        for number in numbers {
            for column in table.columns where column.kind == .double {
                var values = ["id": id, "run": "1", "stream": "1024", "seq": "0"]
                values[column.name] = number
                let line = CraftedStation.line(table, values).dropLast()
                var first: Int64 = 0
                let fault = Array(line).withUnsafeBytes { rules.fault($0, id: &first) }
                let value = Double(number) ?? .nan
                // Too great or too small for a double, or no number.
                if value.isNaN || ["1e309", "1e-400", "1e999", "0x1p3"].contains(number) {
                    #expect(fault != nil, "\(column.name) \(number)")
                }
                if ["5e-324", "1e-310", "0.1"].contains(number) { #expect(fault == nil, "\(column.name) \(number)") }
            }
        }
    }
}
