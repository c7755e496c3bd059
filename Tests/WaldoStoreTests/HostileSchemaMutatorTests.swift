import Testing
import WaldoCore
import WaldoTestSupport

@testable import WaldoStore

/// Schemas with triggers, views and indexes that a generator disguises: a writer refuses the file, or nothing of it has
/// run. And statements of any bytes: none ends the process.
struct HostileSchemaMutatorTests {
    private static let tables = ["run", "note", "survey", "sample_world", "gpkg_contents", "my notes", "tag", "event"]
    private static let bodies = [
        "DELETE FROM reading", "UPDATE survey SET upload = 1", "UPDATE survey SET title = 'evil'", "DELETE FROM sample",
        "INSERT INTO tag VALUES (NULL, 1, 'evil')", "DELETE FROM rtree_run_x WHERE id = OLD.id",
        "UPDATE survey SET upload = 1 WHERE id IN (NEW.id, 1)", "SELECT RAISE(IGNORE)", "SELECT 1",
        "INSERT OR REPLACE INTO reading VALUES (NEW.id, 1, 1, 1, 1, x'')",
    ]

    private static func quoted(_ name: String, _ generator: inout SeededGenerator) -> String {
        let isPlain = !name.contains(" ")
        return switch Int.random(in: 0..<4, using: &generator) {
        case 0 where isPlain: name
        case 1 where isPlain: name.uppercased()
        case 2: "[\(name)]"
        default: "\"\(name)\""
        }
    }

    private static func trigger(_ generator: inout SeededGenerator) -> String {
        let table = tables.randomElement(using: &generator)!, body = bodies.randomElement(using: &generator)!
        let names = [
            "evil", "rtree_\(table)_x_insert", "rtree_\(table)_x_update\(Int.random(in: 1...7, using: &generator))",
            "reading_no_delete", "READING_NO_UPDATE", "rtree_sample_world_geom_insert", "t\"); --",
        ]
        let name = names.randomElement(using: &generator)!.replacing("\"", with: "")
        let time = ["BEFORE", "AFTER", "after"].randomElement(using: &generator)!
        let event = ["INSERT", "UPDATE", "DELETE", "UPDATE OF id"].randomElement(using: &generator)!
        let when = ["", " WHEN 1", " WHEN NEW.id NOT NULL", " WHEN OLD.id = 1"].randomElement(using: &generator)!
        let space = [" ", "\n", " /* no */ ", "\t"].randomElement(using: &generator)!
        return "CREATE TRIGGER \(quoted(name, &generator))\(space)\(time) \(event) ON "
            + "\(quoted(table, &generator))\(when)\(space)BEGIN\(space)\(body); END"
    }

    private static func statement(_ generator: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: "CREATE UNIQUE INDEX evil ON \(quoted(tables.randomElement(using: &generator)!, &generator)) (id)"
        case 1: "CREATE VIEW high AS SELECT * FROM sample_world"
        case 2: "DROP TRIGGER reading_no_delete"
        default: trigger(&generator)
        }
    }

    @Test(arguments: 0..<6) func aFileIsRefusedOrNothingOfItRuns(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let store = try TamperedStore()
        var accepted = 0
        for round in HostileTime.rounds(12, cases: 14) {
            let path = try store.copy([])
            try RawDatabase.execute("CREATE TABLE \"my notes\" (id INTEGER PRIMARY KEY, t TEXT)", in: path)
            var statements: [String] = []
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                // The first round has what is taken.
                statements.append(round == 0 ? "DROP TRIGGER reading_no_delete" : Self.statement(&generator))
                // What SQLite itself refuses is no danger.
                try? RawDatabase.execute(statements.last!, in: path)
            }
            do {
                let editor = try StoreEditor(path: path)
                try editor.addNote("seen", to: 1, at: 1)
                try editor.addTag("seen", to: 1)
                try editor.addRun(session: 1, RunDescription(sensor: "s", version: "2"), made: 1) { (writer, _) in
                    var writer = writer
                    Fixtures.give(to: &writer)
                }
                try editor.close()
            } catch {
                #expect(error.kind == .foreign, "\(statements): \(error)")
                continue
            }
            accepted += 1
            let survey = try #require(try StoreReader(path: path).surveys().first)
            #expect(survey.description.title == Fixtures.description.title, "\(statements)")
            #expect(!survey.description.allowsUpload && !survey.description.tags.contains("evil"), "\(statements)")
            #expect(
                survey.sessions[0].readings == 3 && survey.sessions[0].runs.map(\.samples) == [4, 4], "\(statements)")
            #expect(survey.notes.map(\.text).last == "seen", "\(statements)")
        }
        #expect(accepted > 0)
        withExtendedLifetime(store) {}
    }

    /// A schema in which one statement of Waldo's was changed is taken when the change means nothing, and only then.
    @Test(arguments: 0..<4) func statementsOfAnyBytesAreRead(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let store = try TamperedStore()
        let schema = try Connection(try store.copy([]), for: .reading, patience: 1).schema()
        #expect(SchemaCheck(schema).refusal == nil && SchemaCheck(schema).foreign.isEmpty)
        let tables = TableRules.all.map { ("table", $0.table) }, guards = Schema.guards.map { ("trigger", $0.name) }
        var taken = 0, refused = 0
        for round in HostileTime.rounds(500, cases: 14) {
            let (type, name) = (tables + guards).randomElement(using: &generator)!
            let place = try #require(schema.firstIndex { $0.name == name }), known = schema[place].statement
            let text = round == 0 ? known : Self.changed(known, &generator)
            guard let object = SchemaObject(type: type, name: name, statement: text) else { continue }
            var changed = schema
            changed[place] = object
            let check = SchemaCheck(changed)
            if check.refusal == nil && check.foreign.isEmpty {
                taken += 1
                #expect(Self.bare(text) == Self.bare(known), "\(text)")
            } else {
                refused += 1
                #expect(text != known)
            }
        }
        #expect(taken > 0 && refused > 100, "\(taken) \(refused)")
        withExtendedLifetime(store) {}
    }

    @Test(arguments: 0..<4) func noStatementIsATrap(_ seed: UInt64) {
        var generator = SeededGenerator(seed)
        let known = Schema.guards.map(\.creation) + TableRules.all.map(\.creation) + [ForeignAdditions.all]
        for _ in HostileTime.rounds(2_000, cases: 14) {
            let text = Self.changed(String(known.randomElement(using: &generator)!.prefix(400)), &generator)
            for type in ["table", "trigger", "view", "index"] {
                for name in ["reading", "reading_no_update", "", "rtree_my notes_geom_insert"] {
                    guard let object = SchemaObject(type: type, name: name, statement: text) else { continue }
                    let check = SchemaCheck([object])
                    _ = (check.refusal, check.foreign, check.findings, object.isPlainTable)
                }
            }
        }
    }

    /// A statement in which up to six bytes were removed, added or changed, or spaces were added.
    private static func changed(_ statement: String, _ generator: inout SeededGenerator) -> String {
        var bytes = Array(statement.utf8)
        let insertsSpaces = Int.random(in: 0..<4, using: &generator) == 0
        for _ in 0..<Int.random(in: 0...6, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch insertsSpaces ? 3 : Int.random(in: 0..<3, using: &generator) {
            case 0: bytes.remove(at: place)
            case 1: bytes.insert("\"'[]`;-/*. \0".utf8.randomElement(using: &generator)!, at: place)
            case 3: bytes.insert(" \t\n\r".utf8.randomElement(using: &generator)!, at: place)
            default: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes of a statement but for spaces and the end of it.
    private static func bare(_ statement: String) -> [UInt8] {
        var bytes = statement.utf8.filter { !" \t\n\r\u{c}".utf8.contains($0) }
        if bytes.last == UInt8(ascii: ";") { bytes.removeLast() }
        return bytes
    }
}
