import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// A small finished store, and copies of it with values that no writer gives them.
struct TamperedStore {
    let folder: TemporaryFolder
    private let original: String

    init() throws {
        folder = try TemporaryFolder()
        let store = try HandDrivenStore(in: folder)
        for (event, at) in Fixtures.events { store.writer.record(event, at: at) }
        Fixtures.give(to: &store.writer)
        store.writer.accepted(1, channel: 0)
        try store.finish()
        let connection = try Connection(store.path, for: .writing, patience: 1)
        try connection.execute(
            "INSERT INTO note VALUES (1, 1, \(Fixtures.started), NULL, 145.0125, -37.5, 4326, 'wet ground')")
        connection.close()
        original = store.path
    }

    /// A copy in which an attacker has executed these statements, without triggers and without NOT NULL, and then put
    /// the schema back as it was.
    func copy(_ statements: [String]) throws -> String {
        let path = folder.path + "/tampered.gpkg"
        try copyFile(original, to: path)
        let (tables, triggers) = try loosen(path)
        do {
            let connection = try Connection(path, for: .writing, patience: 1)
            defer { connection.close() }
            try connection.execute("PRAGMA synchronous = OFF")
            // What the schema itself forbids stays as it is.
            for statement in statements { try? connection.execute(statement) }
        }
        try Self.changeSchema(of: path) { connection in
            for (name, loose, whole) in tables {
                try connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = ? AND sql = ?") {
                    $0.bind(whole)
                    $0.bind(name)
                    $0.bind(loose)
                }
            }
        }
        let connection = try Connection(path, for: .writing, patience: 1)
        defer { connection.close() }
        for trigger in triggers { try? connection.execute(trigger) }
        return path
    }

    /// Takes the triggers away, and NOT NULL from the tables.
    private func loosen(
        _ path: String
    ) throws -> (tables: [(name: String, loose: String, whole: String)], triggers: [String]) {
        var tables: [(String, String, String)] = [], triggers: [String] = []
        try Self.changeSchema(of: path) { connection in
            triggers = try connection.texts("SELECT sql FROM sqlite_master WHERE type = 'trigger'")
            try connection.execute("DELETE FROM sqlite_master WHERE type = 'trigger'")
            let rows = try connection.prepare(
                """
                SELECT name, replace(sql, ' NOT NULL', ''), sql FROM sqlite_master
                WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' AND sql NOT LIKE '%WITHOUT ROWID%'
                """)
            while try rows.step() { tables.append((rows.text(0), rows.text(1), rows.text(2))) }
            for (name, loose, _) in tables {
                try connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?") {
                    $0.bind(loose)
                    $0.bind(name)
                }
            }
        }
        return (tables, triggers)
    }

    /// Changes the schema's own table, as any program can that opens the file.
    static func changeSchema(of path: String, _ body: (Connection) throws -> Void) throws {
        let connection = try Connection(path, for: .writing, patience: 1)
        defer { connection.close() }
        connection.isOurs = true
        var failure: (any Error)?
        try connection.withoutDefence { () throws(StoreError) in
            try connection.execute("PRAGMA synchronous = OFF; PRAGMA writable_schema = ON")
            do { try body(connection) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Runs everything that reads a store, and then everything that changes it.
    /// - Returns: the sentences of what was refused.
    static func use(_ path: String) -> [String] {
        var refusals: [String] = []
        func attempt(_ body: () throws(StoreError) -> Void) {
            do throws(StoreError) { try body() } catch { refusals.append(error.description) }
        }
        attempt { () throws(StoreError) in
            let reader = try StoreReader(path: path)
            attempt { () throws(StoreError) in refusals += try reader.check() }
            attempt { () throws(StoreError) in _ = try reader.digest() }
            attempt { () throws(StoreError) in _ = try reader.surveys() }
            let surveys = try reader.surveys(deleted: true)
            for survey in surveys {
                attempt { () throws(StoreError) in
                    try reader.samples(of: survey.id) { sample, _ in sample.middle > .distantPast }
                }
                _ = survey.sessions.flatMap(\.accounts).map(\.isEven)
                for session in survey.sessions { use(session, of: reader, attempt) }
            }
        }
        attempt { () throws(StoreError) in
            let editor = try StoreEditor(path: path)
            attempt { () throws(StoreError) in try editor.addNote("n", to: 1, at: 1) }
            attempt { () throws(StoreError) in
                let run = RunDescription(sensor: "s", version: "2")
                try editor.addRun(session: 1, run, made: 1) { (writer, reader) throws(StoreError) in
                    var writer = writer
                    try process(1, reader, &writer)
                }
            }
            attempt { () throws(StoreError) in try editor.setDeleted(1, at: 1) }
            attempt { () throws(StoreError) in try editor.prune([1], at: 1) }
            try editor.close()
        }
        attempt { () throws(StoreError) in
            let writer = try StoreWriter.append(path: path, description: Fixtures.description, start: Fixtures.start)
            writer.record(.bytes(channel: 0, [1]), at: 1)
            writer.finish(within: .seconds(60))
        }
        return refusals
    }

    private static func use(
        _ session: SessionSummary, of reader: StoreReader, _ attempt: (() throws(StoreError) -> Void) -> Void
    ) {
        for run in session.runs {
            attempt { () throws(StoreError) in _ = try reader.alarms(ofRun: run.id) }
            attempt { () throws(StoreError) in _ = try reader.gaps(ofRun: run.id) }
            attempt { () throws(StoreError) in _ = try reader.rejects(ofRun: run.id) }
            attempt { () throws(StoreError) in
                _ = try reader.compare(session: session.id, run: run.id) { (comparer) throws(StoreError) in
                    var comparer = comparer
                    try process(session.id, reader, &comparer)
                }
            }
        }
    }

    /// The survey's own processing, by a sensor that takes each byte for a count.
    private static func process(
        _ session: Int64, _ reader: StoreReader, _ sink: inout some SurveySink
    ) throws(StoreError) {
        let format = MessageFormat(
            name: "count", extent: .bytes(1),
            fields: [SensorField(name: "counts", source: .bits(byte: 0, lowest: 0, count: 8))],
            counter: MessageFormat.Counter(field: 0, modulus: 256))
        let stream = StreamDescription(name: "counts", unit: "count", exposure: .seconds(1), interval: .seconds(1))
        let sensor = Sensor(
            name: "bytes", messages: [format], streams: [SensorStream(stream, sources: [.init(field: 0)])],
            interval: .seconds(1))
        var machine = SurveyMachine(
            sensor, graph: Graph.identity(for: sensor.descriptions), rules: LocationRules(text: "gpsd, arm") ?? .init())
        var last: Instant?
        try reader.events(of: session) { event, at in
            machine.step(event, at: at, &sink)
            last = at
            return true
        }
        if let last { machine.step(.end, at: last, &sink) }
    }
}
