internal import WaldoCore

/// Writes one JSON object.
struct JSONObject {
    private var bytes: [UInt8] = [UInt8(ascii: "{")]

    mutating func add(_ key: String, _ value: Bool) { add(key) { $0.bytes += Array((value ? "true" : "false").utf8) } }

    mutating func add(_ key: String, _ value: Int) { add(key) { $0.bytes += Array(String(value).utf8) } }

    mutating func add(_ key: String, _ value: String, most: Int = 128) { add(key) { $0.quote(value, most: most) } }

    mutating func add(_ key: String, _ numbers: [Int]) {
        add(key) { json in json.list(numbers) { $0.bytes += Array(String($1).utf8) } }
    }

    mutating func add(_ key: String, _ rows: [[String]]) {
        add(key) { json in
            json.list(rows) { json, row in json.list(row) { $0.quote($1) } }
        }
    }

    mutating func add(_ key: String, _ object: JSONObject) { add(key) { $0.bytes += object.finish() } }

    mutating func add(_ key: String, _ objects: [JSONObject]) {
        add(key) { json in json.list(objects) { $0.bytes += $1.finish() } }
    }

    func finish() -> [UInt8] { bytes + [UInt8(ascii: "}")] }

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

    /// Appends a quoted string. One of more than `most` scalars is cut off there, with an ellipsis.
    private mutating func quote(_ text: String, most: Int = 128) {
        let isCut = text.unicodeScalars.count > most
        let shown = isCut ? String(text.unicodeScalars.prefix(most)) + "\u{2026}" : text
        JSONQuoting.write(shown.utf8) { bytes.append($0) }
    }
}
