internal import WaldoCore

/// A JSON object of strings without escapes and integers of up to nine digits, written without white space, as
/// `JSON.stringify` writes it.
struct FlatObject {
    private enum Value { case text(String), number(Int32) }

    private var fields: [String: Value] = [:]

    var isEmpty: Bool { fields.isEmpty }

    init?(_ text: some Collection<UInt8>) {
        var rest = ArraySlice(text)
        guard rest.popFirst() == UInt8(ascii: "{") else { return nil }
        repeat {
            guard let key = Self.text(&rest), rest.popFirst() == UInt8(ascii: ":"), fields[key] == nil else {
                return nil
            }
            guard let value = Self.value(&rest) else { return nil }
            fields[key] = value
            guard let end = rest.popFirst(), end == UInt8(ascii: ",") || end == UInt8(ascii: "}") else { return nil }
            if end == UInt8(ascii: "}") { break }
        } while true
        guard rest.isEmpty else { return nil }
    }

    mutating func takeText(_ key: String) -> String? {
        guard case .text(let text) = fields.removeValue(forKey: key) else { return nil }
        return text
    }

    mutating func takeNumber(_ key: String) -> Int32? {
        guard case .number(let number) = fields.removeValue(forKey: key), number.magnitude <= 1_000_000 else {
            return nil
        }
        return number
    }

    mutating func takeControl() -> Control? {
        takeNumber("control").flatMap { (0..<Int32(Control.most)).contains($0) ? Control(Int($0)) : nil }
    }

    /// A number that counts something, below 10^9; other numbers are in -1,000,000...1,000,000.
    mutating func takeCount(_ key: String) -> Int? {
        guard case .number(let number) = fields.removeValue(forKey: key), number >= 0 else { return nil }
        return Int(number)
    }

    private static func value(_ rest: inout ArraySlice<UInt8>) -> Value? {
        rest.first == UInt8(ascii: "\"") ? text(&rest).map(Value.text) : number(&rest).map(Value.number)
    }

    private static func text(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
        let bytes = rest.prefix { $0 != UInt8(ascii: "\"") }
        rest = rest.dropFirst(bytes.count)
        guard rest.popFirst() == UInt8(ascii: "\""), bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7f && $0 != 0x5c })
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int32? {
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest = rest.dropFirst() }
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest.dropFirst(digits.count)
        guard (1...9).contains(digits.count), digits.count == 1 || digits.first != UInt8(ascii: "0") else { return nil }
        let number = digits.reduce(Int32(0)) { $0 * 10 + Int32($1 - UInt8(ascii: "0")) }
        return isNegative ? -number : number
    }
}
