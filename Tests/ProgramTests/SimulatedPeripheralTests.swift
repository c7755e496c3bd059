import Glibc
import Testing
import WaldoTestSupport

/// `waldo simulate`, against the fake BlueZ on a private bus.
@Suite(.serialized) struct SimulatedPeripheralTests {
    /// A fake BlueZ, and a simulated arm on its adapter.
    private final class Stage {
        let shield: FakeShield
        let child: ChildProcess

        init(_ arguments: [String] = []) async throws {
            shield = try await FakeShield()
            child = try ChildProcess(
                BuiltProgram.path("waldo"), ["simulate", "--adapter", "hci0"] + arguments,
                environment: shield.bus.environment)
        }

        deinit {
            child.close()
            shield.close()
        }

        func advertises() async throws {
            _ = try await shield.fake.waitForLine(containing: "\"event\":\"advertised\"")
            _ = try await child.waitForLine(containing: "\"state\":\"advertising\"")
        }

        /// The line of JSON that has this text.
        func line(_ text: String) async throws -> String { try await child.waitForLine(containing: text) }
    }

    @Test func aWrittenFrameMovesTheArm() async throws {
        let stage = try await Stage()
        try await stage.advertises()
        try await stage.shield.report("put \(FakeShield.write) 5231303e")
        _ = try await stage.line("\"bytes\":\"5231303e\"")
        _ = try await stage.line("\"channel\":\"zx\",\"value\":10}")
        // 10 units, each a full step of 1.8 degrees: the hand is 150 mm from the joint.
        let end = try await stage.line("\"moving\":false,\"slider\":0,\"zx\":10,")
        #expect(end.contains("\"x\":0.04635,\"y\":0,\"z\":0.14266"), "\(end)")
        stage.child.send(signal: SIGTERM)
        #expect(try await stage.child.exitStatus() == 143)
        let account = try await stage.line("\"event\":\"account\"")
        #expect(account.contains("\"writes\":1,\"bytes\":4,\"lost bytes\":0,\"skipped bytes\":0,\"frames\":1,"))
    }

    @Test func aHeldSliderStopsInSilence() async throws {
        let stage = try await Stage(["--arm", "nordic-uart"])
        try await stage.advertises()
        // Mark, channel 1, number 0, value 100, CRC-8 (polynomial 07) of the three before it.
        try await stage.shield.report("put 6e400002-b5a3-f393-e0a9-e50e24dcca9e a501006450")
        _ = try await stage.line("\"channel\":\"slider\",\"value\":100}")
        _ = try await stage.line("\"moving\":true")
        _ = try await stage.line("\"channel\":\"slider\",\"what\":\"watchdog\"")
        _ = try await stage.line("\"moving\":false")
    }

    @Test func itsSensorSpeaksToWhoListens() async throws {
        let stage = try await Stage(["--sensor", "iac-gamma", "--simulate", "seed=7"])
        try await stage.advertises()
        let unheard = try await stage.line("\"event\":\"notify\"")
        #expect(unheard.contains("\"heard\":false"))
        try await stage.shield.report("subscribe \(FakeShield.notify)")
        let heard = try await stage.line("\"heard\":true")
        let bytes = try #require(heard.firstMatch(of: /"bytes":"([0-9a-f]{22})"/)?.output.1)
        _ = try await stage.shield.fake.waitForLine(containing: "\"bytes\":\"\(bytes)\"")
        stage.child.send(signal: SIGINT)
        #expect(try await stage.child.exitStatus() == 130)
        _ = try await stage.shield.fake.waitForLine(containing: "\"call\":\"UnregisterAdvertisement\"")
    }

    @Test func itAdvertisesByTheNameThatItIsGiven() async throws {
        let stage = try await Stage(["--name", "On the bench"])
        let line = try await stage.shield.fake.waitForLine(containing: "\"event\":\"advertised\"")
        #expect(line.contains("\"name\":\"On the bench\",\"services\":\"\(FakeShield.service)\""))
    }

    /// An HM-10 has one characteristic for both directions.
    @Test func oneCharacteristicMayServeBothWays() async throws {
        let stage = try await Stage(["--arm", "hm10"])
        try await stage.advertises()
        let both = "0000ffe1-0000-1000-8000-00805f9b34fb"
        try await stage.shield.report("subscribe \(both)")
        _ = try await stage.line("\"event\":\"listening\",")
        try await stage.shield.report("put \(both) a501006450")
        _ = try await stage.line("\"channel\":\"slider\",\"value\":100}")
    }

    @Test func aSensorOfItsOwnServiceIsBesideTheArm() async throws {
        let stage = try await Stage(["--sensor", "demo"])
        _ = try await stage.line("\"event\":\"note\"")
        let advertised = try await stage.shield.fake.waitForLine(containing: "\"event\":\"advertised\"")
        _ = try await stage.line("\"state\":\"advertising\"")
        #expect(advertised.hasSuffix("\"services\":\"\(FakeShield.service)\"}"))
        try await stage.shield.report("subscribe 57a1d001-6c1a-4f5e-9c0b-77616c646f00")
        _ = try await stage.line("\"heard\":true")
    }

    /// A client reads it as the proof that what it wrote has arrived: ASCII of "Simulated arm".
    @Test func itsModelNumberCanBeRead() async throws {
        let stage = try await Stage()
        try await stage.advertises()
        try await stage.shield.report("get 00002a24-0000-1000-8000-00805f9b34fb")
        _ = try await stage.shield.fake.waitForLine(
            containing: "\"event\":\"get done\",\"bytes\":\"53696d756c617465642061726d\"")
    }

    /// Refused before a bus is looked for.
    @Test(
        arguments: [
            (["--name", ""], "--name: an advertised name has 1 to 29 bytes", 64),
            (["--name", "An arm whose name is far too long"], "has 1 to 29 bytes", 64),
            (["--simulate", "loss=5s"], "leave loss= and stall= out", 64),
            (["--simulate", "seed=x"], "--simulate: `seed`", 64),
            (["--arm", "nothing"], "nothing", 65),
        ] as [([String], String, Int32)]) func whatCannotBeIsRefused(arguments: [String], words: String, status: Int32)
        async throws
    {
        let child = try ChildProcess(BuiltProgram.path("waldo"), ["simulate"] + arguments)
        defer { child.close() }
        #expect(try await child.exitStatus() == status)
        #expect(child.errorLines.count == 1 && child.errorLines[0].contains(words), "\(child.errorLines)")
        #expect(child.lines == [])
    }

    @Test func withoutAnAdapterThereIsOneLine() async throws {
        let stage = try await Stage(["--adapter", "hci7"])
        #expect(try await stage.child.exitStatus() == 69)
        #expect(
            stage.child.errorLines == [
                "waldo: there is no Bluetooth adapter hci7: choose of hci0"
            ])
        #expect(stage.child.lines.count == 1, "\(stage.child.lines)")
    }
}
