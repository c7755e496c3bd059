import Glibc
import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

@Suite struct ExportTests {
    private func text(_ path: String) throws -> String {
        guard let stream = fopen(path, "re") else { throw DidNotHappen("no \(path)") }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        while case let byte = getc(stream), byte != EOF { bytes.append(UInt8(byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func theSchemaOfCommandsNamesEveryOutcomeOfAWrite() {
        let schema = DriveTopics.commands.topic(of: .robot, by: .pad()).schema
        for outcome in WriteOutcome.allCases { #expect(schema.contains("\(outcome.name)"), "\(outcome.name)") }
    }

    private func names(in folder: TemporaryFolder) -> [String] {
        var names: [String] = []
        guard let directory = opendir(folder.path) else { return [] }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    // MARK: the file

    @Test func aFileHasItsNameOnlyOnceItIsWhole() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/x.csv"
        do {
            let file = try ExportFile(path)
            try file.write(Array("half".utf8))
            #expect(names(in: folder) == ["x.csv.\(getpid()).part"])
        }
        #expect(names(in: folder) == [])
        let file = try ExportFile(path)
        try file.write(Array("whole".utf8))
        try file.finish()
        #expect(names(in: folder) == ["x.csv"])
        #expect(try text(path) == "whole")
    }

    @Test func nothingIsOverwrittenNeitherAtTheStartNorAtTheEnd() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("mine", to: "x.csv")
        let error = #expect(throws: ExportError.self) { try ExportFile(path) }
        #expect(error?.description.contains("never overwritten") == true)
        #expect(names(in: folder) == ["x.csv"])

        let late = folder.path + "/late.csv"
        do {
            let file = try ExportFile(late)
            try folder.write("mine", to: "late.csv")
            #expect(throws: ExportError.self) { try file.finish() }
        }
        #expect(try text(late) == "mine")
        #expect(names(in: folder) == ["late.csv", "x.csv"])
    }

    @Test func noLinkIsFollowed() throws {
        let folder = try TemporaryFolder()
        #expect(symlink(folder.path + "/target", folder.path + "/link") == 0)
        #expect(throws: ExportError.self) { try ExportFile(folder.path + "/link") }
        #expect(names(in: folder) == ["link"])
    }

    @Test func aFullDiskIsOneSentence() throws {
        let file = try ExportFile("/dev/full")
        let error = #expect(throws: ExportError.self) {
            try file.write([1])
            try file.finish()
        }
        #expect(error?.description.contains("the disk is full") == true)
    }

    // MARK: the table

    @Test(arguments: [
        ("plain", "plain"), ("", ""), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
        ("two\nlines", "\"two\nlines\""), ("a\rb", "\"a\rb\""), ("ä;b", "ä;b"),
    ])
    func aFieldIsQuotedWhereItMustBe(text: String, field: String) {
        var bytes: [UInt8] = []
        bytes.add(csv: text)
        #expect(String(decoding: bytes, as: UTF8.self) == field)
    }

    @Test(arguments: [
        (Int64(0), 6, "0.000000"), (-1, 6, "-0.000001"), (12_345_678, 6, "12.345678"), (-25, 2, "-0.25"), (7, 0, "7"),
        (.min, 1, "-922337203685477580.8"),
    ])
    func aNumberHasItsPoint(units: Int64, decimals: Int, shown: String) {
        var bytes: [UInt8] = []
        bytes.add(units, decimals: decimals)
        #expect(String(decoding: bytes, as: UTF8.self) == shown)
    }

    @Test func theTableOfARecording() throws {
        let folder = try TemporaryFolder()
        let recording = try folder.write(
            """
            {"recording":1,"started":1795246842087856,"arm file":\(JSONQuoting.text(Samples.combined)),"mapping file":\
            \(JSONQuoting.text(Samples.mapping))}
            {"t":0,"step":"up"}
            {"event":"gate","t":1,"state":"open"}
            {"t":1500000,"channel":"zx","value":-0.50,"bytes":"2c22","all":[7,-50,0],"link":"written"}
            {"event":"notify","t":1600000,"bytes":"01ff"}
            {"event":"notify","t":1600000,"characteristic":"ffe1","bytes":"6f6b"}
            {"event":"halt","t":1700000,"reason":"link,lost"}
            {"event":"end","t":1800000,"status":130}

            """, to: "r.jsonl")
        let reader = try RecordingReader(recording)
        let table = try CSVExport(folder.path + "/r.csv", of: reader)
        while let line = try reader.next() { try table.export(line) }
        try table.finish()
        let rows = [
            "t,time,kind,channel,value,slider,zx,bytes,text,link,state,characteristic",
            "1.500000,2026-11-21T07:40:43.587856Z,command,zx,-0.50,7,-0.50,2c22,\",\"\"\",written,,",
            "1.600000,2026-11-21T07:40:43.687856Z,notify,,,,,01ff,,,,",
            "1.600000,2026-11-21T07:40:43.687856Z,notify,,,,,6f6b,ok,,,0000ffe1-0000-1000-8000-00805f9b34fb",
            "1.700000,2026-11-21T07:40:43.787856Z,halt,,,,,,,,\"link,lost\",",
            "1.800000,2026-11-21T07:40:43.887856Z,end,,,,,,,,130,",
        ]
        let written = try text(folder.path + "/r.csv")
        #expect(written == rows.map { $0 + "\r\n" }.joined(), "\(written)")
        #expect(table.rows == 5)
    }

    /// Bytes from an arm must not become a formula in a program that opens the table; a number stays a number.
    @Test func noCellIsAFormula() throws {
        let folder = try TemporaryFolder()
        let sources = ["=cmd|' /C calc'!A0", "+1", "-37", "@SUM(A1)", "S>", "a=b"]
        let hex = sources.map { $0.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
        let lines = hex.map { "{\"event\":\"notify\",\"t\":1000000,\"bytes\":\"\($0)\"}\n" }.joined()
        let recording = try folder.write(
            """
            {"recording":1,"started":0,"arm file":\(JSONQuoting.text(Samples.combined)),"mapping file":\
            \(JSONQuoting.text(Samples.mapping))}
            {"t":1000000,"channel":"slider","value":-37,"bytes":"2d33372c30","all":[-37,-50,0],"link":"written"}
            \(lines){"event":"=halt","t":1000000,"state":"\\tlost,\\r"}

            """, to: "r.jsonl")
        let reader = try RecordingReader(recording)
        let table = try CSVExport(folder.path + "/r.csv", of: reader)
        while let line = try reader.next() { try table.export(line) }
        try table.finish()
        let rows = try text(folder.path + "/r.csv").split(separator: "\r\n").dropFirst().map { row in
            String(row.dropFirst("1.000000,1970-01-01T00:00:01.000000Z,".count))
        }
        #expect(rows.first == "command,slider,-37,-37,-0.50,2d33372c30,\"'-37,0\",written,,")
        let texts = ["'=cmd|' /C calc'!A0", "'+1", "'-37", "'@SUM(A1)", "S>", "a=b"]
        #expect(rows.dropFirst().dropLast() == zip(hex, texts).map { "notify,,,,,\($0),\($1),,," }[...])
        #expect(rows.last == "'=halt,,,,,,,,\"'\tlost,\r\",", "\(rows.last ?? "")")
    }

    // MARK: who may read it

    /// What an arm did is for its operator to show, so nobody else may read the export.
    @Test func anExportIsItsMakersAlone() throws {
        let folder = try TemporaryFolder()
        let file = try ExportFile(folder.path + "/x.csv")
        #expect(mode(folder.path + "/x.csv.\(getpid()).part") == 0o600)
        try file.write(Array("x".utf8))
        try file.finish()
        #expect(mode(folder.path + "/x.csv") == 0o600)
        _ = try RecordingFile.create(folder.path + "/r.jsonl")
        #expect(mode(folder.path + "/r.jsonl") == 0o600)
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test func timesWithoutAClockAreKnown() {
        #expect(WallTime(started: 0).text(0) == "1970-01-01T00:00:00.000000Z")
        #expect(!WallTime(started: 0).holds(-1) && WallTime(started: 1).holds(-1))
        #expect(!WallTime(started: .max).holds(1) && !WallTime(started: .max).holds(0))
        #expect(WallTime(started: Int64(UInt64.max / 1_000)).holds(0))
    }

    @Test func anAbsurdStartIsTheNearestTimeThatCanBeShown() {
        let last = WallTime(started: Int64(UInt64.max / 1_000)).text(0)
        #expect(
            WallTime(started: .max).text(1) == last && WallTime(started: .max).text(Instant(microseconds: .max)) == last
        )
        #expect(WallTime(started: .min).text(-1) == "1970-01-01T00:00:00.000000Z")
        #expect(WallTime(started: .min).text(.distantPast) == "1970-01-01T00:00:00.000000Z")
    }
}
