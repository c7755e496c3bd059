import Testing
import WaldoCore
import WaldoLoop
import WaldoSurvey
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoApp

/// The client of gpsd against a server that does what each test says.
@Suite(.onLoop) struct GPSDClientTests {
    private static let version =
        #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\r\n"
    private static let fix =
        #"{"class":"TPV","device":"/dev/pts/1","mode":3,"lat":50.0875,"lon":14.4213,"eph":17.100}"# + "\r\n"
    private static let noFix = #"{"class":"TPV","device":"/dev/pts/1","mode":1}"# + "\r\n"

    /// What a client has reported.
    @LoopActor private final class Heard: GPSDClientDelegate {
        var fixes: [Fix] = [], states: [GPSDState] = [], sentences: [String] = []
        var client: GPSDClient?

        func start(_ port: UInt16, lag: TimeSpan = .zero, _ pace: GPSDClient.Pace) {
            client = GPSDClient(SocketAddress("127.0.0.1:\(port)")!, lag: lag, pace: pace, delegate: self)
        }

        func gpsd(isAt fix: Fix) { fixes.append(fix) }

        func gpsd(changedTo state: GPSDState, _ sentence: String?) {
            states.append(state)
            if let sentence { sentences.append(sentence) }
        }

        func close() {
            client?.close()
            client = nil
        }
    }

    /// Waits that never end within a test, except the retries'.
    private func pace() -> GPSDClient.Pace {
        var pace = GPSDClient.Pace()
        pace.retry = Retry.Policy([.milliseconds(20)])
        pace.silence = .seconds(600)
        pace.connecting = .seconds(600)
        return pace
    }

    @Test @LoopActor func itAsksForReportsAndGivesFixesWithTheTimeOfTheirArrival() async throws {
        let server = try ScriptedServer(), heard = Heard()
        defer { heard.close() }
        let before = Monotonic.now()
        heard.start(server.port, lag: .milliseconds(300), pace())
        try await accept(server)
        server.send(Self.version + Self.fix)
        try await waitUntil("a fix") { heard.fixes.first }
        let fix = heard.fixes[0], now = Monotonic.now()
        #expect(fix.source == .gpsd && fix.place.x == 14.4213 && fix.place.y == 50.0875 && fix.isValid)
        #expect(fix.at >= before - .milliseconds(300) && fix.at <= now - .milliseconds(300))
        #expect(heard.states == [.located] && heard.sentences.isEmpty)
    }

    @Test @LoopActor func anAbsenceIsReportedOnceAndSoIsItsEnd() async throws {
        let server = try ScriptedServer(), heard = Heard()
        defer { heard.close() }
        heard.start(server.port, pace())
        try await accept(server)
        server.send(Self.version + Self.fix)
        try await waitUntil("a fix") { heard.fixes.first }
        // Three times it hangs up, twice of them before it reports anything: one absence.
        server.drop()
        for _ in 0..<2 { try await accept(server) { server.drop() } }
        try await accept(server)
        server.send(Self.version + Self.fix)
        try await waitUntil("a second fix") { heard.fixes.count == 2 ? true : nil }
        #expect(heard.states == [.located, .away("it has closed the connection"), .located])
        let place = "gpsd at 127.0.0.1:\(server.port)"
        #expect(
            heard.sentences == [
                "\(place) gives no places: it has closed the connection; start it, or name another address",
                "\(place) reports positions now",
            ])
    }

    @Test @LoopActor func itWaitsForAGPSDThatIsStartedLater() async throws {
        let port = try { try ScriptedServer().port }()
        let heard = Heard()
        defer { heard.close() }
        heard.start(port, pace())
        try await waitUntil("the refusal") { heard.states.first }
        #expect(heard.states == [.away("Connection refused")] && heard.sentences.count == 1)
        let server = try ScriptedServer(port: port)
        try await accept(server)
        server.send(Self.version + Self.noFix)
        try await waitUntil("its report") { heard.states.count == 2 ? true : nil }
        #expect(
            heard.states.last == .noFix && heard.sentences.last == "gpsd at 127.0.0.1:\(port) reports positions now")
    }

    @Test @LoopActor func somethingElseThanGPSDIsReportedOnceAndTriedAgain() async throws {
        let server = try ScriptedServer(), heard = Heard()
        defer { heard.close() }
        heard.start(server.port, pace())
        for _ in 0..<3 {
            try await accept(server)
            server.send("SSH-2.0-OpenSSH_9.2p1\r\n")
        }
        try await accept(server)
        #expect(heard.states == [.nonsense] && heard.sentences.count == 1 && heard.fixes.isEmpty)
    }

    @Test @LoopActor func anotherVersionOfTheProtocolGivesNoPlaces() async throws {
        let server = try ScriptedServer(), heard = Heard()
        defer { heard.close() }
        heard.start(server.port, pace())
        try await accept(server)
        server.send(#"{"class":"VERSION","release":"9","proto_major":4,"proto_minor":0}"# + "\n" + Self.fix)
        try await accept(server)
        #expect(heard.states == [.version(4)] && heard.fixes.isEmpty)
        #expect(heard.sentences[0].contains("speaks version 4 of its protocol, and waldo reads version 3"))
    }

    @Test @LoopActor func someNonsenseIsCountedAndALotOfItEndsTheConnection() async throws {
        let server = try ScriptedServer(), heard = Heard()
        defer { heard.close() }
        heard.start(server.port, pace())
        try await accept(server)
        for _ in 0..<5 { server.send(Self.version + String(repeating: "{\"class\":\n", count: 7) + Self.fix) }
        try await waitUntil("five fixes") { heard.fixes.count == 5 ? true : nil }
        #expect(heard.client?.ignored == 35 && heard.states == [.located])
        server.send(String(repeating: "?\n", count: 8) + Self.fix)
        try await waitUntil("the end") { heard.states.count == 2 ? true : nil }
        #expect(heard.states.last == .nonsense && heard.fixes.count == 5)
    }

    @Test @LoopActor func silenceIsReportedOnceAndConnectsAgain() async throws {
        let server = try ScriptedServer(), heard = Heard()
        defer { heard.close() }
        var pace = pace()
        (pace.silence, pace.patience) = (.milliseconds(50), .milliseconds(50))
        heard.start(server.port, pace)
        for _ in 0..<3 {
            try await accept(server)
            server.send(Self.version)
        }
        try await accept(server)
        #expect(heard.states == [.silent] && heard.sentences.count == 1)
        server.send(Self.version + Self.noFix)
        try await waitUntil("its report") { heard.states.count >= 2 ? true : nil }
        #expect(heard.states[1] == .noFix && heard.sentences[1].hasSuffix("reports positions now"))
    }

    @Test @LoopActor func aServerThatNeverAnswersIsGivenUp() async throws {
        let server = try ScriptedServer(), heard = Heard()
        defer { heard.close() }
        var pace = pace()
        pace.connecting = .milliseconds(50)
        heard.start(server.port, pace)
        try await accept(server)
        try await accept(server)
        #expect(heard.states == [.away("it does not answer")])
    }

    @Test @LoopActor func afterItsEndNothingIsReported() async throws {
        let server = try ScriptedServer(), heard = Heard()
        heard.start(server.port, pace())
        try await accept(server)
        server.send(Self.version + Self.fix)
        try await waitUntil("a fix") { heard.fixes.first }
        heard.close()
        #expect(try server.line() == "" && heard.states == [.located])
    }

    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7:2947"), ("192.0.2.7:1", "192.0.2.7:1"), ("localhost", "127.0.0.1:2947"),
        ("[::1]", "[::1]:2947"), ("[::1]:5", "[::1]:5"),
    ])
    func anAddressMayLeaveItsPortOut(_ text: String, _ address: String) {
        #expect(GPSDAddress.parse(text)?.text == address)
    }

    @Test(arguments: ["gps.local", "gps.local:2947", "", ":2947", "1.2.3", "::1", "192.0.2.7:", "192.0.2.7:70000"])
    func aHostsNameIsRefused(_ text: String) {
        #expect(GPSDAddress.parse(text) == nil)
        #expect(GPSDAddress.refusal(of: text).hasPrefix("`\(text)` is no address of gpsd"))
    }

    /// Takes the next connection and what it asks for, while the loop goes on.
    @LoopActor private func accept(_ server: ScriptedServer, _ then: () -> Void = {}) async throws {
        try await waitUntil("a connection") { server.hasCaller ? true : nil }
        try server.accept()
        then()
        if !server.isOpen { return }
        try await waitUntil("its request") { server.hasSent ? true : nil }
        #expect(try server.line() == #"?WATCH={"enable":true,"json":true};"#)
    }
}
