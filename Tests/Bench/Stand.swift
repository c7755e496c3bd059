import Glibc
import Synchronization
import WaldoTestSupport

/// A test stand: a private bus with the fake BlueZ, and shields whose data arrives in the bench.
final class Stand: Sendable {
    let folder: TemporaryFolder
    /// The folder that stands in for /dev/input.
    private let inputs: TemporaryFolder
    private let bus: PrivateBus
    private let fake: ChildProcess
    private let programs: Programs

    /// Paths of the bench's arm and mapping files: each trigger change makes a new frame, as soon as the pacing allows.
    let arm: String, mapping: String
    /// The same arm on a serial port.
    let serialArm: String
    /// The same arm with two and with seven further channels, and a mapping with a control for each of eight.
    let armOfThree: String, armOfEight: String, mappingOfEight: String
    /// The file of a sensor on the shield, and the store of a survey with it.
    let sensor: String, store: String
    private let shields = Mutex(0)
    private let usesKernelPads: Bool
    /// The words before a contestant's command.
    private let prefix: [String]

    /// Starts a bus with an adapter and no shield.
    /// - Parameters:
    ///   - programs: the programs to run.
    ///   - receivers: the receivers of what is written to shields.
    ///   - interval: the pacing interval of the arm, in milliseconds.
    ///   - usesKernelPads: whether pads are made with /dev/uinput.
    ///   - prefix: the words before a contestant's command, such as `taskset -c 1`.
    /// - Throws: `DidNotHappen` or `SystemFailure` if a program does not start.
    init(
        _ programs: Programs, _ receivers: [Receiver], interval: String = "0.1", usesKernelPads: Bool = false,
        prefix: [String] = []
    ) async throws {
        self.programs = programs
        self.usesKernelPads = usesKernelPads
        self.prefix = prefix
        folder = try TemporaryFolder()
        inputs = try TemporaryFolder()
        arm = try folder.write(Self.armFile(interval: interval), to: "arm.yaml")
        serialArm = try folder.write(Self.armFile(interval: interval, link: Self.port), to: "serial.yaml")
        mapping = try folder.write(Self.mappingFile, to: "mapping.yaml")
        armOfThree = try folder.write(Self.armFile(interval: interval, more: 2), to: "three.yaml")
        armOfEight = try folder.write(Self.armFile(interval: interval, more: 7), to: "eight.yaml")
        mappingOfEight = try folder.write(Self.mappingOfEightFile, to: "eight-controls.yaml")
        sensor = try folder.write(Self.sensorFile, to: "sensor.yaml")
        store = folder.path + "/survey.gpkg"
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

    /// Creates a pad.
    func pad(_ number: Int = 0) throws -> any Pad {
        if usesKernelPads { try KernelPad() } else { try FifoPad(in: inputs.path, number: number) }
    }

    /// A path for a new recording, in a folder that is removed with the stand.
    var newRecording: String { "\(folder.path)/\(Clock.now()).jsonl" }

    /// Adds a shield that passes all data written to it to a receiver.
    /// - Returns: the shield's address.
    func shield(for contestant: Contestant, _ receiver: Receiver) async throws -> String {
        let number = shields.withLock { number in
            number += 1
            return number
        }
        let address = "00:BE:\(Self.pair(Int(getpid()) >> 8)):\(Self.pair(Int(getpid()))):00:\(Self.pair(number))"
        let service = "service=713d0000-503e-4c75-ba94-3148f18d941e"
        let characteristic = "char=713d0003-503e-4c75-ba94-3148f18d941e:write-without-response+write"
        let notify = contestant == .waldoWithSurvey ? " char=\(Self.notify):notify" : ""
        let information = contestant.drivesReadableShield ? " info=2a27:read" : ""
        // Not advertising until its receiver is attached.
        try await report(
            "device hci0 \(address) name=Bench \(service) \(characteristic)\(notify)\(information) mtu=247 quiet")
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

    /// Has a shield notify bytes; does not wait.
    func notify(_ shield: String, _ hex: String) throws {
        try fake.write(line: "notify \(shield) \(Self.notify) \(hex)")
    }

    /// Sends the fake BlueZ a script line and waits until it is done.
    func report(_ line: String) async throws {
        try fake.write(line: line)
        try await fake.waitForLine { $0.hasSuffix(":\"\(line)\"}") }
    }

    /// Waits until this BlueZ method is called.
    func heard(_ call: String) async throws { try await fake.waitForLine(containing: "\"call\":\"\(call)\"") }

    /// Starts a contestant on a pad and a shield.
    /// - Parameter counter: the file in which its allocations are counted; nil: they are not.
    func start(
        _ contestant: Contestant, _ pad: any Pad, shield: String, counter: String? = nil
    ) throws -> ChildProcess {
        try start(contestant.command(programs, pad.node, shield, self), counter: counter)
    }

    /// Starts a program that is measured, on its core.
    /// - Parameter counter: the file in which its allocations are counted; nil: they are not.
    func start(_ command: [String], counter: String? = nil) throws -> ChildProcess {
        // Its output is discarded: reading it here would take processor time from the measurement.
        let shell = ["sh", "-c", "exec \"$@\" >/dev/null", "sh"]
        return try launch(shell + prefix + command, counter: counter)
    }

    /// Starts a program on this bus and with these pads.
    /// - Parameter counter: the file in which its allocations are counted; nil: they are not.
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

    /// The link of the arm's file: a shield, and a serial port whose path the command names.
    static let gatt =
        "{ service: 713d0000-503e-4c75-ba94-3148f18d941e, write: 713d0003-503e-4c75-ba94-3148f18d941e }"
    private static let port = "{ serial: /dev/ttyUSB0, baud: 1000000 }"

    /// - Parameter more: how many velocities and positions, in turn, follow the slider.
    private static func armFile(interval: String, more: Int = 0, link: String = gatt) -> String {
        let names = ["zx", "zy", "left", "right", "lift", "turn", "grip"].prefix(more)
        let others = names.enumerated().map { place, name in
            let mode = place % 2 == 0 ? "position" : "velocity, heartbeat: 100 ms"
            return "\n  \(name): { mode: \(mode), range: [-100, 100], frame: [0xA6, \(place), i8] }"
        }
        return """
            name: The bench's arm
            link: \(link)
            pacing: { interval: \(interval) ms, zero repeats: 3 }
            channels:
              slider: { mode: velocity, range: [-32767, 32767], heartbeat: 100 ms, frame: [0xA5, i16le] }\(others.joined())
            """
    }

    private static let notify = "713d0002-503e-4c75-ba94-3148f18d941e"

    private static let sensorFile = """
        name: The bench's sensor
        hear: { service: 713d0000-503e-4c75-ba94-3148f18d941e, notify: \(notify) }
        graph: none
        message:
          bytes: 11
          fields: { kind: { u8: 0, range: [1, 1] }, count: { u16be: 9 } }
        streams: { count: { over: 1 s } }
        """

    private static let mappingOfEightFile = """
        name: The bench's mapping of eight controls
        match: { kind: gamepad }
        controls:
          slider:
            forward:  { axis: ABS_RZ, rest: min }
            backward: { axis: ABS_Z, rest: min }
            dead zone: 0 %
            channel: slider
          stick: { x: { axis: ABS_RX }, y: { axis: ABS_RY, invert: true }, channels: { x: zx, y: zy } }
          left: { axis: ABS_X, channel: left }
          right: { axis: ABS_Y, channel: right }
          lift: { forward: BTN_TR, backward: BTN_TL, channel: lift }
          turn: { forward: BTN_TR2, backward: BTN_TL2, channel: turn }
          grip: { forward: BTN_NORTH, backward: BTN_WEST, channel: grip }
        keys: { stop: BTN_EAST, resume: BTN_START }
        """

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
