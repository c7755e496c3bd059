import Glibc
import Testing
import WaldoBus
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// The connection against a private bus.
@Suite(.serialized, .onLoop)
struct BusConnectionTests {
    private static let interface = "waldo.Test"

    @LoopActor private func answering(
        on bus: PrivateBus, _ answer: @escaping @LoopActor (borrowing Message) -> CallAnswer
    ) async throws -> BusConnection {
        let server = try await BusConnection.open(address: bus.address)
        server.onCall = answer
        #expect(try await server.requestName("waldo.Server"))
        return server
    }

    @LoopActor private func message(
        _ member: String, _ write: (inout MessageWriter) -> Void = { _ in }
    ) throws(BusError) -> Message {
        try Message(call: member, of: Self.interface, at: "/there", on: "waldo.Server", write)
    }

    @LoopActor @Test func everyTypeThatIsKnownComesBack() async throws {
        let bus = try await PrivateBus()
        let values: [Value] = [
            .bool(true), .byte(7), .int16(-2), .uint16(65_535), .int32(-70_000), .uint32(4_000_000_000),
            .string("übung"), .objectPath("/a/b"), .bytes([0, 255, 1]), .bytes([]), .strings(["a", ""]),
            .objectPaths(["/", "/x"]), .dictionary(["k": .bytes([1]), "n": .dictionary(["m": .bool(false)])]),
            .variant(.string("within")),
        ]
        var seen: [Value?] = []
        let server = try await answering(on: bus) { call in
            seen = call.read { arguments in values.map { _ in arguments.value() } }
            return .now(Message(replyTo: call) { reply in for value in values { reply.append(value) } })
        }
        let client = try await BusConnection.open(address: bus.address)
        let reply = try await client.call(message("All") { for value in values { $0.append(value) } })
        #expect(seen == values)
        #expect(reply.read { arguments in values.map { _ in arguments.value() } } == values)
        #expect(reply.read { $0.string() } == nil)
        client.close()
        server.close()
    }

    @LoopActor @Test func unknownTypesAreSkippedAndWrongOnesNil() async throws {
        let bus = try await PrivateBus()
        let client = try await BusConnection.open(address: bus.address)
        var seen: [Value?] = []
        var entries: [String: Value]?
        let server = try await answering(on: bus) { call in
            call.read { arguments in
                seen = [arguments.string().map { .string($0) }, arguments.value(), arguments.value()]
                entries = arguments.dictionary()
                seen.append(arguments.value())
                seen.append(arguments.value())
            }
            return .now(Message(replyTo: call))
        }
        let sender = try ChildProcess(
            "busctl",
            [
                "--system", "call", "waldo.Server", "/there", Self.interface, "Odd", "dsa{sv}a{qv}", "1.5", "text", "3",
                "good", "b", "true", "odd", "(ii)", "1", "2", "also", "s", "x", "1", "9", "y", "1",
            ], environment: bus.environment)
        #expect(try await sender.exitStatus() == 0, "\(sender.errorLines)")
        #expect(seen == [nil, nil, .string("text"), .dictionary([:]), nil])
        #expect(entries == ["good": .bool(true), "also": .string("x")])
        client.close()
        server.close()
    }

    @LoopActor @Test func descriptorsPassAndAreOurs() async throws {
        let bus = try await PrivateBus()
        var ends: [CInt] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let source = OwnedDescriptor(owning: ends[0])
        let sink = OwnedDescriptor(owning: ends[1])
        let number = sink.number
        let server = try await answering(on: bus) { call in
            .now(Message(replyTo: call) { $0.append(descriptor: number) })
        }
        let client = try await BusConnection.open(address: bus.address)
        let reply = try await client.call(message("Give"))
        let passed = try #require(reply.read { $0.descriptor()?.release() })
        #expect(passed != number)
        #expect(fcntl(passed, F_GETFD) & FD_CLOEXEC != 0)
        #expect(write(passed, "x", 1) == 1)
        var byte: UInt8 = 0
        #expect(read(source.number, &byte, 1) == 1)
        #expect(byte == UInt8(ascii: "x"))
        #expect(close(passed) == 0)
        client.close()
        server.close()
    }

    @LoopActor @Test func errorsTimeoutsAndBadNamesAreReported() async throws {
        let bus = try await PrivateBus()
        let server = try await answering(on: bus) { call in
            guard let error = try? Message(errorTo: call, name: "waldo.Error.No", message: "not today") else {
                return .unknown
            }
            return .now(error)
        }
        let client = try await BusConnection.open(address: bus.address)
        await #expect(throws: BusError.remote(name: "waldo.Error.No", message: "not today")) {
            _ = try await client.call(message("Fail"))
        }
        await #expect(throws: BusError.invalidName("no path")) {
            _ = try await client.call(Message(call: "A", of: "a.b", at: "no path", on: "a.b"))
        }
        bus.daemon.send(signal: SIGSTOP)
        await #expect(throws: BusError.timedOut(call: "Fail")) {
            _ = try await client.call(message("Fail"), timeout: .milliseconds(20))
        }
        bus.daemon.send(signal: SIGCONT)
        client.close()
        await #expect(throws: BusError.disconnected) { _ = try await client.call(message("Fail")) }
        server.close()
    }

    @LoopActor @Test func noBusIsOneSentence() async throws {
        do {
            _ = try await BusConnection.open(address: "unix:path=/no/such/bus")
            Issue.record("it connected")
        } catch {
            #expect("\(error)".contains("/no/such/bus"))
        }
    }

    @LoopActor @Test func onlyTheOwnersSignalsAreDelivered() async throws {
        let bus = try await PrivateBus()
        let client = try await BusConnection.open(address: bus.address)
        var owner: String?
        var heard: [String] = []
        _ = try await client.watchName("waldo.Server") { owner = $0 }
        #expect(owner == nil)
        let rule = MatchRule(
            sender: "waldo.Server", interface: Self.interface, member: "Tick", path: .below("/there"))
        let match = try await client.match(rule) { heard.append($0.path) }
        let server = try await answering(on: bus) { _ in .unknown }
        try await waitUntil("the owner") { owner == server.uniqueName ? true : nil }
        let stranger = try await BusConnection.open(address: bus.address)
        for (connection, path) in [(stranger, "/there/a"), (server, "/there/b"), (server, "/elsewhere")] {
            connection.send(try Message(signal: "Tick", of: Self.interface, at: path))
        }
        // A unicast signal to us bypasses all match rules.
        let forger = try ChildProcess(
            "dbus-send",
            ["--system", "--dest=\(client.uniqueName)", "/there/forged", "\(Self.interface).Tick"],
            environment: bus.environment)
        #expect(try await forger.exitStatus() == 0)
        server.send(try Message(signal: "Tick", of: Self.interface, at: "/there/last"))
        try await waitUntil("the last signal") { heard.contains("/there/last") ? true : nil }
        #expect(heard == ["/there/b", "/there/last"])
        match.cancel()
        server.close()
        try await waitUntil("the owner's end") { owner == nil ? true : nil }
        stranger.close()
        client.close()
    }

    @LoopActor @Test func aFloodIsServedInPortions() async throws {
        let bus = try await PrivateBus()
        let client = try await BusConnection.open(address: bus.address)
        let server = try await answering(on: bus) { _ in .unknown }
        _ = try await client.watchName("waldo.Server") { _ in }
        var heard = 0
        var mostATurn = 0
        var inThisTurn = (turn: -1, count: 0)
        _ = try await client.match(
            MatchRule(sender: "waldo.Server", interface: Self.interface, member: "Tick", path: .object("/t"))
        ) { _ in
            heard += 1
            inThisTurn = inThisTurn.turn == Loop.turns ? (Loop.turns, inThisTurn.count + 1) : (Loop.turns, 1)
            mostATurn = max(mostATurn, inThisTurn.count)
        }
        for _ in 0..<500 { server.send(try Message(signal: "Tick", of: Self.interface, at: "/t")) }
        try await waitUntil("500 signals") { heard == 500 ? true : nil }
        #expect(mostATurn <= 8)
        #expect(mostATurn > 1)
        client.close()
        server.close()
    }

    @LoopActor @Test func theEndOfTheBusIsReportedOnceAndANewOneTaken() async throws {
        let bus = try await PrivateBus()
        let client = try await BusConnection.open(address: bus.address)
        var ends = 0
        client.onDisconnect = { ends += 1 }
        let waiting = Task { @LoopActor in
            try await client.call(Message(call: "Never", of: "a.b", at: "/", on: client.uniqueName)).kind
        }
        client.onCall = { _ in .later }
        let next = try await bus.restarted()
        try await waitUntil("the end") { ends == 1 ? true : nil }
        await #expect(throws: BusError.self) { _ = try await waiting.value }
        let again = try await BusConnection.open(address: next.address)
        #expect(again.uniqueName.hasPrefix(":"))
        #expect(ends == 1)
        again.close()
    }

    @LoopActor @Test func aDuplicateOfTheSocketStaysTheSocketWhenTheBusHasGone() async throws {
        let bus = try await PrivateBus()
        let client = try await BusConnection.open(address: bus.address)
        let socket = try client.duplicateSocket()
        var before = stat(), after = stat()
        #expect(fstat(socket.number, &before) == 0 && client.isOpen)
        _ = try await bus.restarted()
        try await waitUntil("the end") { client.isOpen ? nil : true }
        #expect(fstat(socket.number, &after) == 0 && (after.st_dev, after.st_ino) == (before.st_dev, before.st_ino))
        var byte: UInt8 = 0
        #expect(send(socket.number, &byte, 1, CInt(MSG_NOSIGNAL)) == -1)
    }

    @LoopActor @Test func closingSendsWhatIsLeft() async throws {
        let bus = try await PrivateBus()
        var heard: [String] = []
        let server = try await answering(on: bus) { call in
            heard.append(call.member)
            return .later
        }
        let client = try await BusConnection.open(address: bus.address)
        for index in 0..<50 { client.send(try message("Last\(index)")) }
        client.close()
        try await waitUntil("the last call") { heard.count == 50 ? true : nil }
        #expect(heard == (0..<50).map { "Last\($0)" })
        server.close()
    }
}
