/// Writes one JSON object.
public struct JSONObject {
    private var bytes: [UInt8] = [UInt8(ascii: "{")]

    /// Creates an empty object.
    public init() {}

    /// Adds a truth value.
    public mutating func add(_ key: String, _ value: Bool) { add(key) { $0.bytes += (value ? "true" : "false").utf8 } }

    /// Adds a whole number.
    public mutating func add(_ key: String, _ value: Int) { add(key) { $0.bytes += String(value).utf8 } }

    /// Adds a number; nil and one that is not finite is `null`.
    public mutating func add(_ key: String, _ value: Double?) { add(key) { $0.write(value) } }

    /// Adds a text. One of more than `most` scalars is cut off there, with an ellipsis.
    public mutating func add(_ key: String, _ value: String, most: Int = 128) {
        add(key) { $0.quote(value, most: most) }
    }

    /// Adds a text of any length; nil is `null`.
    public mutating func add(_ key: String, whole text: String?) {
        add(key) { if let text { $0.quote(text, most: .max) } else { $0.bytes += "null".utf8 } }
    }

    /// Adds a whole number; nil is `null`.
    public mutating func add(_ key: String, whole number: Int?) {
        add(key) { $0.bytes += (number.map { "\($0)" } ?? "null").utf8 }
    }

    /// Adds a list of whole numbers.
    public mutating func add(_ key: String, _ numbers: [Int]) {
        add(key) { json in json.list(numbers) { $0.bytes += String($1).utf8 } }
    }

    /// Adds a list of numbers.
    public mutating func add(_ key: String, _ numbers: [Double]) {
        add(key) { json in json.list(numbers) { $0.write($1) } }
    }

    /// Adds a list of lists of numbers.
    public mutating func add(_ key: String, _ rows: [[Double]]) {
        add(key) { json in
            json.list(rows) { json, row in json.list(row) { $0.write($1) } }
        }
    }

    /// Adds a list of texts.
    public mutating func add(_ key: String, _ texts: [String]) {
        add(key) { json in json.list(texts) { $0.quote($1) } }
    }

    /// Adds a list of lists of texts.
    public mutating func add(_ key: String, _ rows: [[String]]) {
        add(key) { json in
            json.list(rows) { json, row in json.list(row) { $0.quote($1) } }
        }
    }

    /// Adds an object.
    public mutating func add(_ key: String, _ object: JSONObject) { add(key) { $0.bytes += object.finish() } }

    /// Adds an object; nil is `null`.
    public mutating func add(_ key: String, whole object: JSONObject?) {
        add(key) { $0.bytes += object?.finish() ?? Array("null".utf8) }
    }

    /// Adds a list of objects.
    public mutating func add(_ key: String, _ objects: [JSONObject]) {
        add(key) { json in
            json.list(objects) { $0.bytes += $1.finish() }
        }
    }

    /// The object on one line.
    public var text: String { String(decoding: finish(), as: UTF8.self) }

    /// The object's text.
    public func finish() -> [UInt8] { bytes + [UInt8(ascii: "}")] }

    private mutating func add(_ key: String, _ value: (inout JSONObject) -> Void) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        quote(key)
        bytes.append(UInt8(ascii: ":"))
        value(&self)
    }

    private mutating func list<Element>(_ elements: [Element], _ write: (inout JSONObject, Element) -> Void) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(&self, element)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ number: Double?) {
        if let number, number.isFinite { bytes += number.description.utf8 } else { bytes += "null".utf8 }
    }

    private mutating func quote(_ text: String, most: Int = 128) {
        let isCut = text.unicodeScalars.count > most
        let shown = isCut ? String(text.unicodeScalars.prefix(most)) + "\u{2026}" : text
        JSONQuoting.write(shown.utf8) { bytes.append($0) }
    }
}
