import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// A private bus with the fake BlueZ and one adapter, and a peripheral whose events are recorded.
@LoopActor
final class ServerHarness: PeripheralServerDelegate {
    nonisolated static let service = BluetoothUUID(FakeShield.service)!
    nonisolated static let receives = BluetoothUUID(FakeShield.write)!, speaks = BluetoothUUID(FakeShield.notify)!

    /// Bus and fake.
    let stage: LinkHarness
    private(set) var server: PeripheralServer?
    private(set) var states: [PeripheralServerState] = []
    private(set) var written: [[UInt8]] = []
    private(set) var clients: [String] = []
    private(set) var listening: [Bool] = []
    private(set) var notes: [String] = []
    private(set) var failure: BlueZError?
    private(set) var isClosed = false

    /// - Parameter script: lines of the fake's script, before the peripheral starts.
    init(_ script: [String] = ["adapter hci0 00:11:22:33:44:55"], wait: Bool = false) async throws {
        stage = try await LinkHarness()
        for line in script { try await stage.report(line) }
        let server = PeripheralServer(
            [
                GattService(
                    Self.service,
                    [
                        GattCharacteristic(Self.receives, [.writeWithoutResponse, .write], maxBytes: 20),
                        GattCharacteristic(Self.speaks, [.notify]),
                    ])
            ],
            options: .init(name: "An arm", advertises: [Self.service], wait: wait, patience: .milliseconds(300)),
            bus: stage.bus.address)
        self.server = server
        server.delegate = self
        server.start()
    }

    func peripheral(didReport report: PeripheralServer.Report) {
        switch report {
        case .state(let state): states.append(state)
        case .written(let frame, _, _, let client):
            written.append(frame.bytes)
            if let client { clients.append("wrote \(client.address)") }
        case .listening(_, let isListened): listening.append(isListened)
        case .client(let client, let isConnected):
            clients.append("\(isConnected ? "connected" : "gone") \(client.address)")
        case .note(let sentence): notes.append(sentence)
        case .failed(let error): failure = error
        }
    }

    /// Waits until it advertises for the n-th time.
    /// - Throws: when it does not in time.
    func advertising(_ times: Int = 1) async throws {
        try await waitUntil("advertising \(times)", instead: { "\(self.states) \(self.stage.fake.lines)" }) {
            states.count { if case .advertising = $0 { true } else { false } } >= times ? true : nil
        }
    }

    /// Waits until the fake has printed a line with this text.
    /// - Throws: when it has not in time.
    func says(_ text: String, _ times: Int = 1) async throws {
        try await waitUntil(text, instead: { "\(self.stage.fake.lines)" }) {
            stage.fake.lines.count { $0.contains(text) } >= times ? true : nil
        }
    }

    func failed() async throws -> BlueZError {
        try await waitUntil("a failure", instead: { "\(self.states) \(self.stage.fake.lines)" }) { failure }
    }

    func closeServer() async throws {
        server?.close { [weak self] in self?.isClosed = true }
        try await waitUntil("the end") { isClosed ? true : nil }
    }

    func close() {
        server?.abandon()
        stage.close()
    }
}
