import Glibc
import Synchronization
import WaldoTestSupport

/// A private bus with a fake BlueZ, and shields whose ends the bench holds.
final class Stand: Sendable {
    let folder: TemporaryFolder
    /// What stands in for /dev/input.
    private let inputs: TemporaryFolder
    private let bus: PrivateBus
    private let fake: ChildProcess
    private let programs: Programs

    /// The bench's arm and mapping: each pull of the trigger is another frame, as soon as may be.
    let arm: String, mapping: String
    private let shields = Mutex(0)
    private let usesKernelPads: Bool

    /// A bus with an adapter and no shield.
    /// - Parameters:
    ///   - receivers: who gets what is written to shields.
    ///   - interval: the arm's pace, in milliseconds.
    ///   - usesKernelPads: pads are made by /dev/uinput.
    init(
        _ programs: Programs, _ receivers: [Receiver], interval: String = "0.1", usesKernelPads: Bool = false
    ) async throws {
        self.programs = programs
        self.usesKernelPads = usesKernelPads
        folder = try TemporaryFolder()
        inputs = try TemporaryFolder()
        arm = try folder.write(Self.armFile(interval: interval), to: "arm.yaml")
        mapping = try folder.write(Self.mappingFile, to: "mapping.yaml")
        bus = try await PrivateBus()
        fake = try ChildProcess(programs.fake, environment: bus.environment)
        for receiver in receivers { receiver.seal() }
        try await fake.waitForLine(containing: "ready")
        try await report("adapter hci0 00:11:22:33:44:55")
    }

    deinit {
        fake.close()
        bus.daemon.close()
    }

    /// A pad.
    func pad(_ number: Int = 0) throws -> any Pad {
        if usesKernelPads { try KernelPad() } else { try FifoPad(in: inputs.path, number: number) }
    }

    /// A file to record into, which is not there yet and goes with the folder.
    var newRecording: String { "\(folder.path)/\(Clock.now()).jsonl" }

    /// A new shield, which hands all that is written to it to a receiver.
    /// - Returns: its address.
    func shield(for contestant: Contestant, _ receiver: Receiver) async throws -> String {
        let number = shields.withLock { number in
            number += 1
            return number
        }
        let address = "00:BE:\(Self.pair(Int(getpid()) >> 8)):\(Self.pair(Int(getpid()))):00:\(Self.pair(number))"
        let service = "service=713d0000-503e-4c75-ba94-3148f18d941e"
        let characteristic = "char=713d0003-503e-4c75-ba94-3148f18d941e:write-without-response+write"
        let information = contestant.drivesReadableShield ? " info=2a27:read" : ""
        // Unheard until it has its tap.
        try await report("device hci0 \(address) name=Bench \(service) \(characteristic)\(information) mtu=247 quiet")
        try await report("tap \(address) \(receiver.theirs)")
        try await report(
            contestant.needsRefusal
                ? "refuse AcquireWrite org.bluez.Error.NotSupported Operation_is_not_supported" : "heal AcquireWrite")
        try await report("speak \(address)")
        return address
    }

    private static func pair(_ number: Int) -> String {
        let text = String(number & 0xff, radix: 16, uppercase: true)
        return text.count == 1 ? "0" + text : text
    }

    /// Has the fake obey a line.
    func report(_ line: String) async throws {
        try fake.write(line: line)
        try await fake.waitForLine { $0.hasSuffix(":\"\(line)\"}") }
    }

    /// Waits until the fake is called so.
    func heard(_ call: String) async throws { try await fake.waitForLine(containing: "\"call\":\"\(call)\"") }

    /// Starts a contestant on a pad.
    /// - Parameter counter: a file in which its allocations are counted.
    func start(
        _ contestant: Contestant, _ pad: any Pad, shield: String, counter: String? = nil
    ) throws -> ChildProcess {
        // What it prints goes nowhere: reading it here would take the processor from what is measured.
        let shell = ["sh", "-c", "exec \"$@\" >/dev/null", "sh"]
        return try launch(shell + contestant.command(programs, pad.node, shield, self), counter: counter)
    }

    /// Starts a program on this bus and with these pads.
    func launch(_ command: [String], counter: String? = nil) throws -> ChildProcess {
        var environment = bus.environment
        var preloaded: [String] = []
        if let counter {
            preloaded.append(programs.allocations)
            environment["WALDO_BENCH_ALLOCATIONS"] = counter
        }
        if !usesKernelPads {
            preloaded.append(programs.pad)
            environment["WALDO_BENCH_PAD"] = inputs.path
        }
        if !preloaded.isEmpty { environment["LD_PRELOAD"] = preloaded.joined(separator: ":") }
        return try ChildProcess(command[0], Array(command.dropFirst()), environment: environment)
    }

    private static func armFile(interval: String) -> String {
        """
        name: The bench's arm
        link:
          service: 713d0000-503e-4c75-ba94-3148f18d941e
          write:   713d0003-503e-4c75-ba94-3148f18d941e
        pacing: { interval: \(interval) ms, zero repeats: 3 }
        channels:
          slider: { mode: velocity, range: [-32767, 32767], heartbeat: 100 ms, frame: [0xA5, i16le] }
        """
    }

    private static let mappingFile = """
        name: The bench's mapping
        match: { kind: gamepad }
        slider:
          forward:  { axis: ABS_RZ, rest: min }
          backward: { axis: ABS_Z, rest: min }
          dead zone: 0 %
        joystick: { x: { axis: ABS_RX }, y: { axis: ABS_RY, invert: true } }
        keys: { stop: BTN_EAST, resume: BTN_START }
        """
}
