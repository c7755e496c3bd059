import WaldoCore

/// A JSON object of strings without control characters and of whole numbers of up to nine digits; every key stands
/// once.
struct FlatObject {
    private enum Value { case text(String), number(Int32) }

    private var fields: [String: Value] = [:]

    var isEmpty: Bool { fields.isEmpty }

    init?(_ text: some Collection<UInt8>) {
        let fields = Array(text).withUnsafeBytes { bytes -> [String: Value]? in
            do throws(JSONFault) { return try Self.fields(bytes) } catch { return nil }
        }
        guard let fields, !fields.isEmpty else { return nil }
        self.fields = fields
    }

    private static func fields(_ bytes: UnsafeRawBufferPointer) throws(JSONFault) -> [String: Value] {
        var fields: [String: Value] = [:], cursor = JSONCursor(bytes)
        try cursor.object { (key, cursor) throws(JSONFault) in
            guard let key = String(validating: key, as: UTF8.self) else { throw cursor.fault("a key of UTF-8") }
            let value = try Self.value(&cursor)
            guard fields.updateValue(value, forKey: key) == nil else { throw cursor.fault("each key once") }
        }
        try cursor.end()
        return fields
    }

    private static func value(_ cursor: inout JSONCursor) throws(JSONFault) -> Value {
        guard cursor.isAtString else {
            let number = try cursor.integer(Int32.self)
            guard number.magnitude < 1_000_000_000 else { throw cursor.fault("a number of nine digits") }
            return .number(number)
        }
        let text = try cursor.string()
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else { throw cursor.fault("no control character") }
        return .text(text)
    }

    mutating func removeText(_ key: String) -> String? {
        guard case .text(let text) = fields.removeValue(forKey: key) else { return nil }
        return text
    }

    mutating func removeNumber(_ key: String) -> Int32? {
        guard case .number(let number) = fields.removeValue(forKey: key), number.magnitude <= 1_000_000 else {
            return nil
        }
        return number
    }

    mutating func removeControl() -> Control? {
        removeNumber("control").flatMap { (0..<Int32(Control.maxCount)).contains($0) ? Control(Int($0)) : nil }
    }

    /// A number that counts something, below 10^9; other numbers are in -1,000,000...1,000,000.
    mutating func removeCount(_ key: String) -> Int? {
        guard case .number(let number) = fields.removeValue(forKey: key), number >= 0 else { return nil }
        return Int(number)
    }
}
