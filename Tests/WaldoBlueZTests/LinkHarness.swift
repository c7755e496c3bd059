import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// A private bus, a fake BlueZ on it, and a link whose events are recorded.
@LoopActor
final class LinkHarness: PeripheralLinkDelegate {
    nonisolated static let service = FakeShield.service, write = FakeShield.write, notify = FakeShield.notify
    nonisolated static let profile = BluetoothProfile(
        service: BluetoothUUID(service)!, write: BluetoothUUID(write)!, notify: BluetoothUUID(notify)!)

    var bus: PrivateBus
    var fake: ChildProcess
    var link: PeripheralLink?
    var states: [LinkState<LinkFacts>] = []
    var failure: BlueZError?
    var readies = 0
    var refusals = 0
    /// The changes of flow that were reported after each connection's first `flowing`.
    var flows: [LinkFlow] = []
    /// For each opening, whether a peripheral that was already connected was taken over.
    var openings: [Bool] = []
    /// What the drive does as soon as it may write.
    var whenOpened: @LoopActor () -> Void = {}
    /// What it does with a notification.
    var whenNotified: @LoopActor () -> Void = {}
    /// What happens in the middle of a loss.
    var whenGone: @LoopActor () -> Void = {}
    private var begun = 0
    private var echoes = 0
    var ends = 0
    /// What the link reported of its failsafe frames at each end: as the end was reported, and once more at once.
    var failsafes: [ZeroCounts?] = []
    var notifications: [Notification] = []
    /// The bytes of the notifications.
    var notified: [[UInt8]] { notifications.map(\.bytes) }
    /// One drive per peripheral is enforced across the whole machine, tests included: each harness has addresses of its
    /// own.
    let address = FakeShield.newAddress()
    let other = FakeShield.newAddress()

    init() async throws {
        bus = try await PrivateBus()
        fake = try await Self.startFake(bus)
    }

    /// A harness with one adapter and one shield.
    /// - Parameter options: additions to the usual line of the fake's script.
    /// - Throws: when the bus or the fake does not start.
    static func withShield(_ options: String = "") async throws -> LinkHarness {
        let harness = try await LinkHarness()
        try await harness.report("adapter hci0 00:11:22:33:44:55")
        try await harness.report(harness.shield(options))
        return harness
    }

    /// The script's line for the usual shield.
    func shield(_ options: String = "", address: String? = nil) -> String {
        let usual = "char=\(Self.write):write-without-response char=\(Self.notify):notify"
        let all = options.contains("char=") ? options : "\(usual) \(options)"
        return "device hci0 \(address ?? self.address) name=BLE_Shield service=\(Self.service) \(all)"
    }

    /// BlueZ's object path for the usual shield.
    var path: String { "/org/bluez/hci0/dev_\(String(address.map { $0 == ":" ? "_" : $0 }))" }

    /// The usual shield as a scan reports it.
    var heard: Peripheral { Peripheral(name: "BLE Shield", address: address, rssi: -50) }

    static func startFake(_ bus: PrivateBus) async throws -> ChildProcess {
        let fake = try ChildProcess(BuiltProgram.path("waldo-fake-bluez"), environment: bus.environment)
        try await fake.waitForLine(containing: "ready")
        return fake
    }

    /// Makes the fake execute a line of its script.
    /// - Throws: when the fake does not acknowledge it in time.
    func report(_ line: String) async throws {
        try fake.write(line: line)
        try await waitUntil("obeying \(line)", instead: { "\(self.fake.lines)" }) {
            fake.lines.contains { $0 == "{\"done\":\"\(line)\"}" } ? true : nil
        }
    }

    /// Starts a link. One that names its shield by the address takes it at once; any other listens for two seconds
    /// whether there is a second one.
    func drive(
        _ options: PeripheralLink.Options = .init(), longestFrame: Int = 6, response: Bool = false,
        profile: BluetoothProfile = LinkHarness.profile
    ) {
        var profile = profile
        profile.response = response
        let link = PeripheralLink(
            profile: profile, pacing: Pacing(interval: .milliseconds(1)), longestFrame: longestFrame, options: options,
            bus: bus.address)
        self.link = link
        link.delegate = self
        link.start()
    }

    func link(_ link: PeripheralLink, didReport report: PeripheralLink.Report) {
        switch report {
        case .state(let state): states.append(state)
        case .opened(let takenOver):
            openings.append(takenOver)
            whenOpened()
        case .ready: readies += 1
        case .refused: refusals += 1
        case .flow(let flow): flowed(flow)
        case .gone: ended()
        case .notified(let notification):
            notifications.append(notification)
            whenNotified()
        case .failed(let error): failure = error
        case .heard, .missed: break
        }
    }

    private func ended() {
        ends += 1
        failsafes += [link?.acknowledgeFailsafe(), link?.acknowledgeFailsafe()]
        whenGone()
    }

    private func flowed(_ flow: LinkFlow) {
        if begun < openings.count, flow == .flowing { return begun = openings.count }
        flows.append(flow)
    }

    /// Waits until the link is up for the n-th time.
    /// - Throws: when it is not up in time.
    @discardableResult
    func up(_ times: Int = 1) async throws -> (shield: Peripheral, facts: LinkFacts, takenOver: Bool) {
        let seen = { "\(self.states) \(String(describing: self.failure))\n\(self.fake.lines)" }
        return try await waitUntil("up \(times)", instead: seen) {
            let ups = states.compactMap { state -> (Peripheral, LinkFacts, Bool)? in
                if case .up(let shield, let facts) = state { (shield, facts, facts.takenOver) } else { nil }
            }
            return ups.count >= times ? ups[times - 1] : nil
        }
    }

    /// Waits for the link's failure.
    /// - Throws: when none comes within `limit`.
    func failed(within limit: Duration = .seconds(10)) async throws -> BlueZError {
        try await waitUntil("a failure", within: limit, instead: { "\(self.states)\n\(self.fake.lines)" }) { failure }
    }

    /// Waits until the fake has reported a write of these bytes.
    /// - Throws: when it does not come in time.
    func arrived(_ hex: String, how: String) async throws {
        try await waitUntil("the write of \(hex)", instead: { "\(self.fake.lines)" }) {
            fake.lines.contains { $0.contains("\"write\":\"\(hex)\",\"how\":\"\(how)\"") } ? true : nil
        }
    }

    /// What the fake has reported of all that it has answered: its output arrives later than its answers.
    /// - Throws: when the fake does not acknowledge in time.
    func said() async throws -> [String] {
        echoes += 1
        try await report("echo \(echoes)")
        return fake.lines
    }

    /// How often this method of the fake was called.
    /// - Throws: when the fake does not acknowledge in time.
    func calls(_ member: String) async throws -> Int { calls(member, in: try await said()) }

    private func calls(_ member: String, in lines: [String]) -> Int {
        lines.count { $0.contains("\"call\":\"\(member)\"") }
    }

    /// Waits until this method of the fake was called for the n-th time.
    /// - Throws: when it was not in time.
    func called(_ member: String, _ times: Int = 1) async throws {
        try await waitUntil("\(member) \(times)", instead: { "\(self.states)\n\(self.fake.lines)" }) {
            calls(member, in: fake.lines) >= times ? true : nil
        }
    }

    func close() {
        link?.close()
        fake.close()
        bus.daemon.close()
    }
}
