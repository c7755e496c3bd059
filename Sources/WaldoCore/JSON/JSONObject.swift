/// Writes one JSON object, without spaces.
///
/// The lines of a drive are written by `LineWriter`, byte by byte into a ring, without this array.
public struct JSONObject {
    /// The text: whole after `end`.
    public private(set) var bytes: [UInt8] = [UInt8(ascii: "{")]

    /// Creates an object without fields.
    public init() {}

    /// Begins another object in the same memory.
    public mutating func begin() {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(UInt8(ascii: "{"))
    }

    /// Ends it.
    public mutating func end() { bytes.append(UInt8(ascii: "}")) }

    /// The whole object's text. The object itself can still grow.
    public func finish() -> [UInt8] { bytes + [UInt8(ascii: "}")] }

    /// The object on one line.
    public var text: String { String(decoding: finish(), as: UTF8.self) }

    // MARK: plain values

    /// Adds a truth value.
    public mutating func add(_ key: String, _ value: Bool) { addJSON(key) { $0 += (value ? "true" : "false").utf8 } }

    /// Adds a whole number.
    public mutating func add(_ key: String, _ value: Int) {
        addJSON(key) { bytes in DecimalText.write(Int64(value), decimals: 0) { bytes.append($0) } }
    }

    /// Adds a whole number; nil is `null`.
    public mutating func add(_ key: String, whole number: Int?) {
        addJSON(key) { $0 += (number.map { "\($0)" } ?? "null").utf8 }
    }

    /// Adds a number; nil and one that is not finite is `null`.
    public mutating func add(_ key: String, _ value: Double?) { addJSON(key) { Self.write(value, &$0) } }

    /// Adds a text. One of more than `limit` scalars is cut off there, with an ellipsis.
    public mutating func add(_ key: String, _ value: String, limit: Int = 128) {
        addJSON(key) { Self.write(value, limit: limit, &$0) }
    }

    /// Adds a text of any length; nil is `null`.
    public mutating func add(_ key: String, whole text: String?) {
        addJSON(key) { if let text { Self.quote(text, &$0) } else { $0 += "null".utf8 } }
    }

    /// Adds a value that `write` appends as JSON.
    public mutating func addJSON(_ key: String, _ write: (inout [UInt8]) -> Void) {
        self.key(key)
        write(&bytes)
    }

    /// Adds a value that `write` appends as JSON, under a key that needs no escaping: the fast way, for rows by the
    /// million.
    public mutating func addJSON(plain key: StaticString, _ write: (inout [UInt8]) -> Void) {
        bytes.append(UInt8(ascii: bytes.last == UInt8(ascii: "{") ? "\"" : ","))
        if bytes.last == UInt8(ascii: ",") { bytes.append(UInt8(ascii: "\"")) }
        key.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        write(&bytes)
    }

    // MARK: lists

    /// Adds a list of whole numbers.
    public mutating func add(_ key: String, _ numbers: [Int]) {
        addJSON(key) { Self.list(numbers, &$0) { $1 += String($0).utf8 } }
    }

    /// Adds a list of numbers.
    public mutating func add(_ key: String, _ numbers: [Double]) {
        addJSON(key) { Self.list(numbers, &$0) { Self.write($0, &$1) } }
    }

    /// Adds a list of lists of numbers.
    public mutating func add(_ key: String, _ rows: [[Double]]) {
        addJSON(key) { Self.list(rows, &$0) { row, bytes in Self.list(row, &bytes) { Self.write($0, &$1) } } }
    }

    /// Adds a list of texts.
    public mutating func add(_ key: String, _ texts: [String]) {
        addJSON(key) { Self.list(texts, &$0) { Self.write($0, limit: 128, &$1) } }
    }

    /// Adds a list of lists of texts.
    public mutating func add(_ key: String, _ rows: [[String]]) {
        addJSON(key) {
            Self.list(rows, &$0) { row, bytes in Self.list(row, &bytes) { Self.write($0, limit: 128, &$1) } }
        }
    }

    // MARK: objects

    /// Adds an object.
    public mutating func add(_ key: String, _ object: JSONObject) { addJSON(key) { $0 += object.finish() } }

    /// Adds an object; nil is `null`.
    public mutating func add(_ key: String, whole object: JSONObject?) {
        addJSON(key) { $0 += object?.finish() ?? Array("null".utf8) }
    }

    /// Adds a list of objects.
    public mutating func add(_ key: String, _ objects: [JSONObject]) {
        addJSON(key) { Self.list(objects, &$0) { $1 += $0.finish() } }
    }

    /// Adds an object whose fields `add` gives, in place.
    public mutating func addObject(_ key: String, _ add: (inout JSONObject) -> Void) {
        self.key(key)
        bytes.append(UInt8(ascii: "{"))
        add(&self)
        end()
    }

    // MARK: how values are written

    private mutating func key(_ key: String) {
        if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
        Self.quote(key, &bytes)
        bytes.append(UInt8(ascii: ":"))
    }

    private static func list<Element>(
        _ elements: [Element], _ bytes: inout [UInt8], _ write: (Element, inout [UInt8]) -> Void
    ) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(element, &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private static func write(_ number: Double?, _ bytes: inout [UInt8]) {
        if let number, number.isFinite { bytes += number.description.utf8 } else { bytes += "null".utf8 }
    }

    private static func write(_ text: String, limit: Int, _ bytes: inout [UInt8]) {
        let isCut = text.unicodeScalars.count > limit
        quote(isCut ? String(text.unicodeScalars.prefix(limit)) + "\u{2026}" : text, &bytes)
    }

    /// Most texts need no escaping, and are copied as a whole.
    private static func quote(_ text: String, _ bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { utf8 in
            guard utf8.allSatisfy(JSONQuoting.isPlain) else { return JSONQuoting.write(utf8) { bytes.append($0) } }
            bytes.append(UInt8(ascii: "\""))
            bytes.append(contentsOf: utf8)
            bytes.append(UInt8(ascii: "\""))
        }
    }
}
