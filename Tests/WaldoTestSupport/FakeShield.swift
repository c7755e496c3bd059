import Glibc
public import WaldoTime

/// A private bus with the fake BlueZ, one adapter and one peripheral (the shield): records what the peripheral
/// receives, and when. Every test with a shield has one of its own.
public final class FakeShield {
    /// The service of the shipped robot arm, and its characteristics.
    public static let service = "713d0000-503e-4c75-ba94-3148f18d941e"
    /// The characteristic that is written to.
    public static let write = "713d0003-503e-4c75-ba94-3148f18d941e"
    /// The characteristic that notifies.
    public static let notify = "713d0002-503e-4c75-ba94-3148f18d941e"

    /// What a shield offers.
    public enum Offer: String, Sendable {
        /// What the original shield does: frames are written without response, and nothing can be read.
        case original = ":write-without-response"
        /// Writes with and without response; its firmware revision can be read, which confirms what was written.
        case confirmed = ":write-without-response+write"

        fileprivate var characteristics: String {
            let information = self == .confirmed ? " info=2a27:read" : ""
            return "char=\(FakeShield.write)\(rawValue) char=\(FakeShield.notify):notify\(information)"
        }
    }

    /// A frame that arrived at the peripheral.
    public struct Arrival: Sendable {
        /// Its bytes, as text.
        public let text: String
        /// When it was read.
        public let at: Instant
    }

    /// The shield's address. It differs from every other test's, because a drive's lock holds for the whole machine.
    public let address = FakeShield.newAddress()
    /// The bus.
    public private(set) var bus: PrivateBus
    /// The fake BlueZ on it.
    public private(set) var fake: ChildProcess

    private let options: String
    private let offer: Offer
    private var received: [Arrival] = []
    private var acquired: [Instant] = []
    private var opened: [Instant] = []
    private var failures: [String: [Instant]] = [:]
    private var members: [String: Int] = [:]
    private var read = 0

    /// Starts the bus and the fake BlueZ, and adds adapter and shield.
    /// - Parameters:
    ///   - options: further options of the script's `device` line.
    ///   - offer: the characteristics of the shield.
    /// - Throws: `DidNotHappen` or `SystemFailure` if a program does not start.
    public init(_ options: String = "", offering offer: Offer = .confirmed) async throws {
        (self.options, self.offer) = (options, offer)
        bus = try await PrivateBus()
        fake = try ChildProcess(BuiltProgram.path("waldo-fake-bluez"), environment: bus.environment)
        try await begin()
    }

    /// Replaces the fake BlueZ by a new one with the same adapter and shield.
    /// - Throws: `DidNotHappen` or `SystemFailure` if it does not start.
    public func restartBlueZ() async throws {
        look()
        fake.close()
        fake = try ChildProcess(BuiltProgram.path("waldo-fake-bluez"), environment: bus.environment)
        read = 0
        try await begin()
    }

    /// Replaces the bus by a new one at the same address, with a new fake BlueZ.
    /// - Throws: `DidNotHappen` or `SystemFailure` if one does not start.
    public func restartBus() async throws {
        bus = try await bus.restarted()
        try await restartBlueZ()
    }

    /// Adds the adapter and the shield.
    /// - Throws: `DidNotHappen` if the fake BlueZ does not confirm, `SystemFailure` if it has ended.
    public func plugIn() async throws {
        try await report("adapter hci0 00:11:22:33:44:55")
        try await add(address, options)
    }

    /// Adds another shield of the same kind.
    /// - Returns: its address.
    /// - Throws: `DidNotHappen` if the fake BlueZ does not confirm, `SystemFailure` if it has ended.
    public func addAnother(_ options: String = "") async throws -> String {
        let other = Self.newAddress()
        try await add(other, options)
        return other
    }

    private func add(_ address: String, _ options: String) async throws {
        try await report(
            "device hci0 \(address) name=BLE_Shield service=\(Self.service) \(offer.characteristics) \(options)")
    }

    private func begin() async throws {
        try await fake.waitForLine(containing: "ready")
        try await plugIn()
    }

    /// Sends the fake BlueZ a script line and waits until it is done; `ADDRESS` is replaced by the shield's address.
    /// - Throws: `DidNotHappen` if the fake BlueZ does not confirm, `SystemFailure` if it has ended.
    public func report(_ line: String) async throws {
        let line = line.replacing("ADDRESS", with: address)
        try fake.write(line: line)
        try await fake.waitForLine { $0 == "{\"done\":\"\(line)\"}" }
    }

    /// What the fake BlueZ has reported of all that it has done: its output arrives later than its answers.
    /// - Throws: `DidNotHappen` if the fake BlueZ does not confirm, `SystemFailure` if it has ended.
    @discardableResult
    public func said() async throws -> [String] {
        try await report("echo \(fake.lines.count)")
        return fake.lines
    }

    /// Every frame so far, in order.
    public var arrivals: [Arrival] {
        look()
        return received
    }

    /// How often a BlueZ method was called.
    public func calls(_ member: String) -> Int {
        look()
        return members[member, default: 0]
    }

    /// When each write socket was handed out.
    public var acquisitions: [Instant] {
        look()
        return acquired
    }

    /// When a program took a step towards a link: each reading of all objects, connection and write socket.
    public var openings: [Instant] {
        look()
        return opened
    }

    /// When each scripted error was returned by this method.
    public func refusals(of member: String) -> [Instant] {
        look()
        return failures[member, default: []]
    }

    /// Number of records that were discarded unread since the last restart.
    public var discarded: Int { fake.lines.count { $0.hasPrefix("{\"event\":\"discarded\"") } }

    /// Ends the fake BlueZ and the bus.
    public func close() {
        fake.close()
        bus.daemon.close()
    }

    private func look() {
        let lines = fake.lines
        for line in lines[read...] {
            if line.hasPrefix("{\"write\"") {
                let hex = line.value(of: "write"), at = line.time(of: "at") ?? .clockStart
                received.append(Arrival(text: Self.text(hex), at: at))
            } else if line.hasPrefix("{\"call\"") {
                members[line.value(of: "call"), default: 0] += 1
            } else if line.hasPrefix("{\"event\"") {
                note(line)
            }
        }
        read = lines.count
    }

    private func note(_ line: String) {
        guard let at = line.time(of: "at") else { return }
        let words = line.value(of: "event").split(separator: " ").map(String.init)
        switch words.first {
        case "acquired":
            acquired.append(at)
            opened.append(at)
        case "connected", "looked": opened.append(at)
        case "refused": failures[words.last ?? "", default: []].append(at)
        default: break
        }
    }

    private static func text(_ hex: String) -> String {
        let digits = Array(hex.utf8)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A random address, in BlueZ's form.
    public static func newAddress() -> String {
        (0..<6).map { _ in
            let text = String(UInt8.random(in: 0...255), radix: 16, uppercase: true)
            return text.count == 1 ? "0" + text : text
        }.joined(separator: ":")
    }
}

extension String {
    /// The value of a key in a line of JSON, without quotes; "" if there is none.
    public func value(of name: String) -> String {
        guard let mark = firstRange(of: "\"\(name)\":") else { return "" }
        let rest = self[mark.upperBound...]
        guard rest.first == "\"" else { return String(rest.prefix { $0 != "," && $0 != "}" }) }
        return String(rest.dropFirst().prefix { $0 != "\"" })
    }

    /// The value of a key in a line of JSON, as a time in microseconds; nil if it is none.
    public func time(of name: String) -> Instant? { Int64(value(of: name)).map { Instant(microseconds: $0) } }
}
