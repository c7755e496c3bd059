import Testing
import WaldoBus
import WaldoTestSupport

/// Messages without a bus: what is written can be read back, and no order of reads traps.
struct MessageTests {
    fileprivate static func value(_ depth: Int, _ random: inout SeededGenerator) -> Value {
        switch Int.random(in: 0..<(depth > 0 ? 13 : 11), using: &random) {
        case 0: .bool(.random(using: &random))
        case 1: .byte(.random(in: 0...255, using: &random))
        case 2: .int16(.random(in: .min ... .max, using: &random))
        case 3: .uint16(.random(in: 0 ... .max, using: &random))
        case 4: .int32(.random(in: .min ... .max, using: &random))
        case 5: .uint32(.random(in: 0 ... .max, using: &random))
        case 6: .string(["", "BLE Shield", "ü\u{1b}"].randomElement(using: &random)!)
        case 7: .objectPath(["/", "/org/bluez"].randomElement(using: &random)!)
        case 8: .bytes((0..<Int.random(in: 0...40, using: &random)).map { UInt8($0) })
        case 9: .strings((0..<Int.random(in: 0...3, using: &random)).map { "\($0)" })
        case 10: .objectPaths((0..<Int.random(in: 0...3, using: &random)).map { "/p\($0)" })
        case 11: .variant(value(depth - 1, &random))
        default:
            .dictionary(
                Dictionary(
                    uniqueKeysWithValues: (0..<Int.random(in: 0...3, using: &random)).map {
                        ("k\($0)", value(depth - 1, &random))
                    }))
        }
    }

    @Test func anyValuesComeBackAndAnyReadingIsSafe() throws {
        var random = SeededGenerator(713)
        for _ in 0..<2_000 {
            let values = (0..<Int.random(in: 0...6, using: &random)).map { _ in Self.value(4, &random) }
            let message = try Message(signal: "S", of: "a.b", at: "/") { for value in values { $0.append(value) } }
            #expect(message.signature == values.map(\.signature).joined())
            let back = message.read { arguments in values.map { _ in arguments.value() } }
            #expect(back == values)
            let taken = message.read { arguments in
                var taken = 0
                for _ in 0..<30 where Self.readAnything(&arguments, &random) { taken += 1 }
                return taken
            }
            #expect(taken <= values.count)
        }
    }

    /// Reads some type, whatever comes next; true when the next value had that type.
    fileprivate static func readAnything(_ arguments: inout MessageReader, _ random: inout SeededGenerator) -> Bool {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: arguments.string() != nil
        case 1: arguments.objectPath() != nil
        case 2: arguments.bool() != nil
        case 3: arguments.uint16() != nil
        case 4: arguments.uint32() != nil
        case 5: arguments.bytes() != nil
        case 6: arguments.strings() != nil
        case 7: arguments.dictionary() != nil
        case 8: arguments.descriptor() != nil
        default: arguments.variant() != nil
        }
    }

    @Test func namesThatTheBusForbidsAreRefused() {
        #expect(throws: BusError.invalidName("a b")) { _ = try Message(signal: "a b", of: "a.b", at: "/") }
        #expect(throws: BusError.invalidName("nodot")) { _ = try Message(signal: "S", of: "nodot", at: "/") }
        #expect(throws: BusError.invalidName("/x/")) { _ = try Message(signal: "S", of: "a.b", at: "/x/") }
    }
}
