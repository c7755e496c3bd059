import CMallocCounter
import Glibc
import Testing
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTeleop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoApp

/// Once warm, the path from a ready input through the state machine to a written frame allocates nothing.
///
/// Only an optimised build keeps generic values off the heap: `swift test -c release`.
@Suite(.onLoop, .serialized, .enabled(if: isOptimised)) struct DriveAllocationTests {
    static let warmUp = 1_000
    static let turns = 100_000

    /// Which kind of input the operator uses.
    enum Hand: CaseIterable { case pad, finger }

    /// An operator who never rests: in each turn of the loop one report, or one move of two fingers, until all turns
    /// are done.
    @LoopActor
    final class Operator {
        let drive: Drive
        let hand: Hand
        var watch: FileWatch?
        private var turns = 0
        private var completion: CheckedContinuation<Int64, Never>?
        private let source: CInt
        private let other: CInt

        init(_ drive: Drive, _ hand: Hand) throws {
            self.drive = drive
            self.hand = hand
            var ends: [CInt] = [0, 0]
            guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
                throw SystemFailure("socketpair")
            }
            (source, other) = (ends[0], ends[1])
            send(other, "x", 1, 0)
            watch = try FileWatch(source, for: .readable, priority: .input) { [unowned self] _ in turn() }
        }

        deinit {
            close(source)
            close(other)
        }

        /// The descriptor stays readable, so that the loop comes back in its next turn.
        private func turn() {
            turns += 1
            if turns == DriveAllocationTests.warmUp { malloc_counter_start() }
            let wave = Int32(turns % 400)
            switch hand {
            case .pad:
                drive.handle(.input(.axis(Code.rz, turns / 100 % 2 == 0 ? wave % 256 : 0)))
                drive.handle(.input(.axis(Code.rx, (wave - 200) * 160)))
                drive.handle(.input(.report(more: turns % 7 == 0)))
            case .finger:
                let isDown = turns / 100 % 2 == 0
                drive.handle(.finger(isDown ? .slider(wave * 5 - 1_000) : .released(.slider)))
                drive.handle(.finger(isDown ? .joystick(x: wave, y: 200 - wave) : .released(.joystick)))
            }
            guard turns == DriveAllocationTests.warmUp + DriveAllocationTests.turns else { return }
            let allocations = malloc_counter_stop()
            watch?.cancel()
            completion?.resume(returning: allocations)
        }

        /// How often the loop's thread allocated in all turns after the warm-up.
        func allocations() async -> Int64 { await withCheckedContinuation { completion = $0 } }
    }

    /// A link of a packet socket, whose other end takes each frame at once.
    @LoopActor
    final class SocketLink: Link {
        var written = 0
        let hasLeft = true
        private let ours: CInt, theirs: CInt

        init(from ours: CInt, to theirs: CInt) { (self.ours, self.theirs) = (ours, theirs) }

        func setFailsafe(_ frames: FailsafeFrames) {}

        func setPending(_ zeros: ZeroCounts) {}

        func acknowledgeFailsafe() -> ZeroCounts? { nil }

        func write(_ frame: Frame, isZero: Bool, pending: ZeroCounts) -> WriteOutcome {
            written += 1
            let count = frame.withBytes { send(ours, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT)) }
            var byte: UInt64 = 0
            recv(theirs, &byte, 8, CInt(MSG_DONTWAIT))
            return count > 0 ? .written : .refused
        }

        func close() {}
    }

    /// Takes the measurements that the dashboard takes of the drive.
    @LoopActor
    final class Gauge: DriveObserver {
        let measured = DriveGauge()

        func drive(_ drive: Drive, handled event: DriveEvent, step: Step) { measured.handled(event) }

        func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {
            measured.wrote(command, outcome, at: drive.stateMachine.time, now: drive.writtenAt)
        }
    }

    @Test(arguments: [Arm.robot, .rover, .follower, .combined, .eight], Hand.allCases)
    @LoopActor func aHundredThousandTurnsAllocateNothing(arm: Arm, hand: Hand) async throws {
        var arm = arm
        arm.pacing.interval = .microseconds(1)
        for channel in arm.channels { arm.profiles[channel].busy = nil }
        var ends: [CInt] = [0, 0]
        try #require(socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        let (ours, theirs) = (ends[0], ends[1])
        defer {
            close(ours)
            close(theirs)
        }
        let link = SocketLink(from: ours, to: theirs)
        let drive = Drive(DriveStateMachine(arm: arm, mapping: .pad()), link: link)
        // Files: lines to /dev/null are not formatted.
        let folder = try TemporaryFolder()
        func file(_ name: String) -> OwnedDescriptor {
            OwnedDescriptor(owning: open("\(folder.path)/\(name)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
        }
        let writer = try LineWriter(to: file("lines"), whenFull: .dropLines) { _ in }
        let screens = DriveScreens(DriveStatus())
        screens.add(DriveLines(writer, start: Monotonic.now()))
        let recording = try LineWriter(
            to: file("recording"), capacity: 1 << 24, gather: .milliseconds(10), whenFull: .endWithOneFailure
        ) { _ in }
        screens.add(
            DriveRecorder(
                recording, start: Monotonic.now(),
                RecordingHeader(
                    version: "", started: 0, arm: SourceText(name: "", text: ""),
                    mapping: SourceText(name: "", text: ""),
                    input: InputIdentity(bus: 0, vendor: 0, product: 0, version: 0, port: "", name: ""))))
        let gauge = Gauge()
        drive.add(gauge)
        // A server to which nobody is subscribed.
        let site = try FoxgloveSite(try #require(try FoxglovePlan("127.0.0.1:0")), name: "a test")
        defer { site.close() }
        screens.add(site.addDrive())
        drive.add(screens)
        screens.begin(drive)
        drive.handle(.link(.up(takenOver: false)))
        drive.handle(hand == .pad ? .inputAdded(.padAtRest) : .finger(.there))
        try await waitUntil("both gates open") {
            let isOpen =
                drive.stateMachine.gateState(.slider) == .open && drive.stateMachine.gateState(.joystick) == .open
            return isOpen ? true : nil
        }
        let `operator` = try Operator(drive, hand)
        #expect(await `operator`.allocations() == 0)
        #expect(link.written > 1_000)
        #expect(gauge.measured.rate != nil && gauge.measured.delay != nil)
        drive.close()
        writer.finish(within: .seconds(1))
        #expect(recording.ending == nil)
        recording.finish(within: .seconds(1))
    }

    @Test @LoopActor func theCounterCounts() {
        malloc_counter_start()
        let blocks = (0..<10).map { _ in UnsafeMutableRawPointer.allocate(byteCount: 100, alignment: 8) }
        let count = malloc_counter_stop()
        for block in blocks { block.deallocate() }
        #expect(count >= 10)
    }
}
