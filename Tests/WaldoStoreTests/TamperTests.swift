import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// Stores whose rows hold what no writer gives them: each is refused by one sentence, and none ends the process.
struct TamperTests {
    private static let values = [
        "9223372036854775807", "-9223372036854775808", "9223372036854775806", "-1", "0", "1", "4611686018427387904",
        "9007199254740992", "1099511627776", "2147483648", "-2147483649", "4294967296", "8388607", "2097151",
        "7258118400000000", "1e308", "-1e308", "9e999", "-9e999", "1e19", "1.5", "NULL", "'text'", "''", "x'ff00'",
        "x''",
    ]

    @Test(arguments: 0..<8) func extremeValuesAreRefusedAndNeverATrap(_ part: UInt64) throws {
        let store = try TamperedStore()
        var generator = SeededGenerator(part)
        let tables = TableRules.all.map(\.table) + ["waldo_schema", "sample_world", "sample_arm", "gpkg_contents"]
        for _ in HostileTime.rounds(15, cases: 8) {
            var statements: [String] = []
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let table = tables.randomElement(using: &generator)!
                let columns = TableRules.of(table)?.columns.map(\.name) ?? ["id", "version", "geom", "value", "time"]
                let column = columns.randomElement(using: &generator)!
                let value = Self.values.randomElement(using: &generator)!
                let rest =
                    Bool.random(using: &generator)
                    ? "" : " WHERE rowid = (SELECT rowid FROM \(table) ORDER BY random() LIMIT 1)"
                statements.append("UPDATE OR IGNORE \(table) SET \(column) = \(value)\(rest)")
            }
            for refusal in TamperedStore.use(try store.copy(statements)) {
                #expect(!refusal.contains("SQLite reports"), "\(statements): \(refusal)")
            }
        }
    }

    /// Its number would be that of the run whose rows are still there.
    @Test func aNewRunWithRowsOfAnotherIsRefused() throws {
        // Its folder lasts as long as the store.
        try withExtendedLifetime(TamperedStore()) { store in
            let refusals = TamperedStore.use(try store.copy(["UPDATE run SET id = 0"]))
            #expect(refusals.contains { $0.contains("the table stream has rows of run 1 already") }, "\(refusals)")
            #expect(!refusals.contains { $0.contains("SQLite reports") }, "\(refusals)")
        }
    }

    @Test(arguments: [
        ("UPDATE clock SET utc = 9223372036854775807 WHERE ordinal = 0", "clock: utc is 9223372036854775807"),
        (
            "UPDATE reading SET mono = -9223372036854775808 WHERE ordinal = 2",
            "row 1099511627778 of reading: mono is -9"
        ),
        ("UPDATE fix SET measured = 9223372036854775807 WHERE ordinal = 3", "of fix: measured is"),
        ("UPDATE fix SET source = 'moon' WHERE ordinal = 3", "of fix: source is “moon”, which is none of"),
        ("UPDATE command SET channel = 9 WHERE ordinal = 4", "of command: channel is 9, which is not a number from 0"),
        ("UPDATE event SET ordinal = 99 WHERE ordinal = 1", "of event: its number does not fit its place"),
        ("UPDATE session SET id = 8388607", "row 8388607 of session: id is 8388607"),
        ("UPDATE session SET mono_end = 9223372036854775807", "row 1 of session: mono_end is"),
        ("UPDATE survey SET started = 'now'", "row 1 of survey: started is “now”, which is not a time"),
        ("UPDATE survey SET sensor = NULL", "row 1 of survey: sensor is missing"),
        ("UPDATE run SET id = 2097151", "row 2097151 of run: id is 2097151"),
        ("UPDATE stream SET number = 9007199254740992", "row 1024 of stream: number is 9007199254740992"),
        ("UPDATE stream SET exposure = -1 WHERE number = 0", "row 1024 of stream: exposure is -1"),
        ("UPDATE sample SET mono_to = 9223372036854775807 WHERE seq = 1", "of sample: mono_to is 9223372036854775807"),
        ("UPDATE sample SET x = 1e300 WHERE seq = 1", "of sample: x is 1e+300, which is not a coordinate"),
        ("UPDATE gap SET missing = -5", "row 4294967296 of gap: missing is -5"),
        ("UPDATE reject SET bytes = NULL", "row 4294967296 of reject: bytes is missing"),
        ("UPDATE alarm SET halts = 2", "row 4294967296 of alarm: halts is 2"),
        ("UPDATE account SET received = 9223372036854775807", "channel 0: received is 9223372036854775807"),
        ("UPDATE note SET srs = 9223372036854775807", "row 1 of note: srs is"),
    ]) func whatIsWrongIsNamed(_ statement: String, _ finding: String) throws {
        let store = try TamperedStore()
        let path = try store.copy([statement])
        let findings = try StoreReader(path: path).check()
        #expect(findings.contains { $0.contains(finding) }, "\(findings)")
        let refusals = TamperedStore.use(path)
        #expect(refusals.contains { $0.hasPrefix(path) && $0.contains(finding) && $0.contains("check") }, "\(refusals)")
    }

    @Test(arguments: [
        ("ALTER TABLE sample ADD COLUMN more TEXT", "sample"), ("ALTER TABLE gap DROP COLUMN missing", "gap"),
    ]) func aTableWithOtherColumnsIsRefused(_ statement: String, _ table: String) throws {
        let store = try TamperedStore()
        let path = try store.copy([statement])
        let error = #expect(throws: StoreError.self) { try StoreReader(path: path) }
        #expect(error?.kind == .foreign && error?.sentence.contains("table `\(table)` is not the one") == true)
        #expect(TamperedStore.use(path).count == 3)
    }
}
