/// An object of a database's schema.
struct SchemaObject {
    /// What it is.
    enum Kind {
        case table, virtualTable, view, index, trigger
    }

    let kind: Kind
    /// Its name.
    let name: String
    /// What it was created by.
    let statement: String

    /// How SQLite begins the statements that it keeps, and what their rows call the object.
    private static let beginnings: [(text: String, kind: Kind, type: String)] = [
        ("CREATE TABLE ", .table, "table"), ("CREATE INDEX ", .index, "index"),
        ("CREATE TRIGGER ", .trigger, "trigger"),
        ("CREATE VIEW ", .view, "view"), ("CREATE UNIQUE INDEX ", .index, "index"),
        ("CREATE VIRTUAL TABLE ", .virtualTable, "table"),
    ]

    /// Reads a row of the schema's table; nil: the statement creates something else than the row says, and SQLite goes
    /// by the statement.
    init?(type: String, name: String, statement: String) {
        guard let beginning = Self.beginnings.first(where: { statement.utf8.starts(with: $0.text.utf8) }),
            beginning.type == type
        else { return nil }
        // A long name in quotes is no longer than its statement; what is behind it does not matter here.
        var rest = Array(statement.utf8.dropFirst(beginning.text.utf8.count).prefix(2 * name.utf8.count + 8))[...]
        guard let word = SchemaWord.next(&rest), word.text == name else { return nil }
        // A name of several parts is another object's.
        guard rest.first(where: { !SchemaText.isSpace($0) }) != UInt8(ascii: ".") else { return nil }
        (kind, self.name, self.statement) = (beginning.kind, name, statement)
    }

    /// What its name is compared by: SQLite ignores the case of ASCII letters in names.
    var key: String { Self.key(name) }

    /// What a name is compared by.
    static func key(_ name: String) -> String {
        String(decoding: name.utf8.map { (0x41...0x5a).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
    }

    /// Whether statements can read from it by its name.
    var isRelation: Bool { kind == .table || kind == .virtualTable || kind == .view }

    /// Its statement in the form in which it is compared.
    var text: SchemaText { SchemaText(statement) }

    /// The table of an index or a trigger, by its statement; nil: it cannot be told.
    var table: String? {
        guard let words = text.words, let on = words.firstIndex(where: { $0.isKey("ON") }), on + 1 < words.count else {
            return nil
        }
        return words[on + 1].text
    }

    /// Whether it is a table whose columns are stored, and not computed when they are read.
    var isPlainTable: Bool {
        guard kind == .table, let words = text.words else { return false }
        return !words.contains { $0.isKey("AS") || $0.isKey("GENERATED") || $0.isKey("SELECT") }
    }

    /// Its name in a statement.
    var quotedName: String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}
