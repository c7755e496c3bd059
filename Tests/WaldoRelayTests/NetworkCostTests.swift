import Glibc
import Synchronization
import Testing
import WaldoBus
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoRelay

/// What NetworkManager says of the network, on a bus of the test's own.
@Suite(.onLoop, .serialized) struct NetworkCostTests {
    private func push(_ url: String, _ bus: String, _ arguments: String...) async throws -> (CInt, String) {
        let sample = try SampleSurvey(samples: 5)
        let push = try ChildProcess(
            try BuiltProgram.path("waldo-relay"), ["push", sample.path, url, "--patience", "1"] + arguments,
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus])
        defer { push.close() }
        return (try await push.exitStatus(), push.errorLines.joined())
    }

    @Test func onlyYesAndProbablyAreMetered() {
        #expect((0...6).filter { NetworkCost.means($0) } == [1, 3])
    }

    @Test func withoutABusNothingIsMetered() async throws {
        // Any address of this machine that is not known to be one.
        let (status, says) = try await push("mqtts://0.0.0.0:1", "unix:path=/nowhere")
        #expect(status == 69 && !says.contains("metered"), "\(says)")
    }

    @Test(arguments: [(1 as UInt32, true), (2, false), (3, true), (4, false)])
    func aMeteredNetworkIsUsedOnlyWhenAsked(value: UInt32, isMetered: Bool) async throws {
        let bus = try await PrivateBus()
        let manager = try await Self.manager(on: bus, metered: value)
        defer { Self.close(manager) }
        let (status, says) = try await push("mqtts://0.0.0.0:1", bus.address)
        #expect(status == 69 && says.contains("the network is metered") == isMetered, "\(says)")
        let (_, asked) = try await push("mqtts://0.0.0.0:1", bus.address, "--metered")
        #expect(!asked.contains("the network is metered"), "\(asked)")
        let (_, near) = try await push("mqtt://127.0.0.1:1", bus.address)
        #expect(!near.contains("the network is metered"), "\(near)")
    }

    @Test func whatFollowsPausesWhileTheNetworkIsMetered() async throws {
        let bus = try await PrivateBus(), sample = try SampleSurvey(samples: 5)
        let manager = try await Self.manager(on: bus, metered: 1)
        defer { Self.close(manager) }
        let push = try ChildProcess(
            try BuiltProgram.path("waldo-relay"), ["push", sample.path, "mqtts://0.0.0.0:1", "--follow"],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
        defer { push.close() }
        try await waitUntil("the pause", instead: { "\(push.errorLines)" }) {
            push.errorLines.contains { $0.contains("nothing is sent until it is not") } ? true : nil
        }
        push.send(signal: SIGTERM)
        #expect(try await push.exitStatus() == 143)
        #expect(push.errorLines.count == 1, "\(push.errorLines)")
    }

    @Test func anotherNetworkResumesIt() async throws {
        let broker = try await RealMosquitto(), sample = try SampleSurvey(samples: 500)
        let collector = try FakeCollector(sample.survey, broker.url), network = Network(), path = sample.path
        var plan = PushPlan(
            path: path, to: .broker(try MQTTPlan(try MQTTAddress(broker.url), client: "x")))
        plan.isMetered = { network.isMetered.load(ordering: .relaxed) }
        plan.networkInterval = .milliseconds(50)
        let asked = plan
        try BackgroundThread.start(name: "push") {
            let session = try? PushSession(asked) { said in network.said.withLock { $0.append(said) } }
            try? session?.run()
            network.isOver.store(true, ordering: .relaxed)
        }
        func play(_ what: String, until isThere: @escaping () -> Bool) async throws {
            try await waitUntil(what, within: .seconds(20)) {
                try collector.turn()
                return isThere() ? true : nil
            }
        }
        try await play("the pause") { network.said.withLock { $0.count == 1 && $0[0].contains("is metered, so") } }
        #expect(collector.count == 0)
        network.isMetered.store(false, ordering: .relaxed)
        try await play("the end") { network.isOver.load(ordering: .relaxed) }
        #expect(network.said.withLock { $0.count == 2 && $0[1].contains("metered no more") })
        #expect(try collector.differences(from: path).isEmpty)
    }

    /// What the session asks and says on its thread.
    private final class Network: Sendable {
        let isMetered = Atomic(true), isOver = Atomic(false)
        let said = Mutex<[String]>([])
    }

    @LoopActor
    private static func manager(on bus: PrivateBus, metered: UInt32) async throws -> BusConnection {
        let connection = try await BusConnection.open(address: bus.address)
        let name = "org.freedesktop.NetworkManager"
        let objects = ExportedObjects([
            ExportedObject("/org/freedesktop/NetworkManager", [name: ["Metered": .uint32(metered)]])
        ])
        connection.onCall = { message in
            guard let reply = objects.answer(MethodCall(message)) else { return .unknown }
            return .now(reply.message(replyTo: message))
        }
        guard try await connection.requestName(name) else { throw DidNotHappen("the name") }
        return connection
    }

    private static func close(_ connection: BusConnection) {
        Task { @LoopActor in connection.close() }
    }
}
