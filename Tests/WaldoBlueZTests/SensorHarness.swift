import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// A private bus, a fake BlueZ with a sensor's peripheral on it, and a listening link whose events are recorded.
@LoopActor
final class SensorHarness: SensorLinkDelegate {
    nonisolated static let service = "0000ffdd-0000-1000-8000-00805f9b34fb"
    nonisolated static let first = "0000ffe1-0000-1000-8000-00805f9b34fb"
    nonisolated static let second = "0000ffe3-0000-1000-8000-00805f9b34fb"

    /// A notification as the link reported it.
    struct Heard: Equatable {
        var channel: Int
        var bytes: [UInt8]
    }

    /// Bus and fake.
    let stage: LinkHarness
    var link: SensorLink?
    var states: [LinkState<SensorFacts>] = []
    var failure: BlueZError?
    var notifications: [(channel: Int, Notification)] = []
    var ends = 0
    /// How many notifications were reported while the link was not up.
    private(set) var strays = 0
    var address: String { stage.address }

    init() async throws { stage = try await LinkHarness() }

    /// A harness with one adapter and one peripheral.
    /// - Parameter options: additions to the usual line of the fake's script.
    /// - Throws: when the bus or the fake does not start.
    static func withSensor(_ options: String = "") async throws -> SensorHarness {
        let harness = try await SensorHarness()
        try await harness.plugIn(options)
        return harness
    }

    /// Adds the adapter and the usual peripheral.
    /// - Throws: when the fake does not obey.
    func plugIn(_ options: String = "") async throws {
        try await stage.report("adapter hci0 00:11:22:33:44:55")
        try await stage.report(sensor(options))
    }

    /// The script's line for a peripheral with the sensor's two characteristics, unless `options` has others.
    func sensor(_ options: String = "", address: String? = nil) -> String {
        let usual = "char=\(Self.first):notify char=\(Self.second):notify"
        let all = options.contains("char=") ? options : "\(usual) \(options)"
        return "device hci0 \(address ?? self.address) name=AirBeam service=\(Self.service) \(all)"
    }

    /// The usual peripheral as a scan reports it.
    var peripheral: Peripheral { Peripheral(name: "AirBeam", address: address, rssi: -50) }

    /// What the link has reported, without the times.
    var heard: [Heard] { notifications.map { Heard(channel: $0.channel, bytes: $0.1.bytes) } }

    /// Starts a link that listens to both characteristics. One that names its peripheral by the address takes it at
    /// once; any other listens for two seconds whether there is a second one.
    func listen(_ options: SensorLink.Options = .init()) {
        let link = SensorLink(
            service: BluetoothUUID(Self.service)!, notify: [BluetoothUUID(Self.first)!, BluetoothUUID(Self.second)!],
            options: options, bus: stage.bus.address)
        self.link = link
        link.delegate = self
        link.start()
    }

    func link(_ link: SensorLink, didReport report: SensorLink.Report) {
        switch report {
        case .state(let state): states.append(state)
        case .gone: ends += 1
        case .notified(let channel, let notification): notified(channel, notification)
        case .failed(let error): failure = error
        case .heard: break
        }
    }

    private func notified(_ channel: Int, _ notification: Notification) {
        let losses = states.count { if case .lost = $0 { true } else { false } }
        if case .up = states.last, ends == losses {} else { strays += 1 }
        notifications.append((channel, notification))
    }

    /// Waits until the link is up for the n-th time.
    /// - Throws: when it is not up in time.
    @discardableResult
    func up(_ times: Int = 1) async throws -> (peripheral: Peripheral, facts: SensorFacts) {
        let seen = { "\(self.states) \(String(describing: self.failure))\n\(self.stage.fake.lines)" }
        return try await waitUntil("up \(times)", instead: seen) {
            let ups = states.compactMap { state -> (Peripheral, SensorFacts)? in
                if case .up(let peripheral, let facts) = state { (peripheral, facts) } else { nil }
            }
            return ups.count >= times ? ups[times - 1] : nil
        }
    }

    /// Waits for the first loss.
    /// - Returns: its reason.
    /// - Throws: when none comes in time.
    func lost() async throws -> String {
        try await waitUntil("the loss", instead: { "\(self.states)" }) {
            for case .lost(let reason) in states { return reason }
            return nil
        }
    }

    /// Waits for the link's failure.
    /// - Throws: when none comes in time.
    func failed() async throws -> BlueZError {
        try await waitUntil("a failure", within: .seconds(10), instead: { "\(self.states)\n\(self.stage.fake.lines)" })
        {
            failure
        }
    }

    /// Has the peripheral notify these bytes on the first characteristic, and waits until the link has reported them.
    /// - Throws: when they do not come in time.
    func hears(_ hex: String, as bytes: [UInt8]) async throws {
        try await stage.report("notify \(address) \(Self.first) \(hex)")
        try await waitUntil("the notification of \(hex)", instead: { "\(self.heard)" }) {
            heard.last == Heard(channel: 0, bytes: bytes) ? true : nil
        }
    }

    func close() {
        link?.close()
        stage.close()
    }
}
