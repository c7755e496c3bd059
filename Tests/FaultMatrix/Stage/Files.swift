import Glibc
import WaldoTestSupport
import WaldoTime

/// The files with which the matrix drives.
enum Files {
    /// The arm's heartbeat and the interval between two writes; that of eight channels has to be shorter.
    static let heartbeat: TimeSpan = .milliseconds(100), interval: TimeSpan = .milliseconds(40)
    static let intervalOfEight: TimeSpan = .milliseconds(20)
    /// How often each zero is sent.
    static let stops = 3

    /// An arm with two velocities, and a position that follows at once, so that every frame of motion shows.
    /// - Parameters:
    ///   - answered: whether the shield answers each write.
    ///   - hasEight: whether four more velocities and a position stand beside them.
    static func arm(answered: Bool, hasEight: Bool = false) -> String {
        let more = [("left", "L"), ("right", "R"), ("lift", "U"), ("turn", "T")].map { name, letter in
            "  \(name): { mode: velocity, range: [-100, 100], heartbeat: 100 ms, frame: \"\(letter){value}>\" }\n"
        }
        let interval = (hasEight ? intervalOfEight : interval) / .milliseconds(1)
        return """
            name: matrix
            link:
              service: 713d0000-503e-4c75-ba94-3148f18d941e
              write: 713d0003-503e-4c75-ba94-3148f18d941e
              notify: 713d0002-503e-4c75-ba94-3148f18d941e
              response: \(answered)
            pacing: { interval: \(interval) ms, zero repeats: 3 }
            channels:
              slider:
                { mode: velocity, range: [-6, 6], heartbeat: 100 ms, frames: { negative: "B>", zero: "S>", positive: "F>" } }
              zx: { mode: velocity, range: [-100, 100], heartbeat: 100 ms, frame: "X{value}>" }
              zy: { mode: position, range: [-100, 100], frame: "Y{value}>" }

            """
                + (hasEight
                    ? more.joined() + "  grip: { mode: position, range: [0, 100], frame: \"G{value}>\" }\n" : "")
    }

    /// Two joints more, and a pose: what the hand's stick moves. No cell brings them to their ends.
    static let hand = """
          base: { mode: position, range: [-1000000, 1000000], frame: "H{value}>" }
          along: { mode: position, range: [-1000000, 1000000], frame: "J{value}>" }
        pose:
          accuracy: 1 mm
          settle: 100 ms
          joints:
            - { turn: z, by: base, unit: 0.01 deg, zero: 0 }
            - { move: x, length: 200 mm }
            - { move: x, by: along, unit: 0.01 mm, zero: 0 }

        """

    /// The pad's mapping where its left stick moves the hand.
    static let handMapping = """
        name: Hand
        match: { kind: gamepad, codes: [ABS_X, ABS_Y, ABS_RX, ABS_RY, ABS_Z, ABS_RZ, BTN_EAST, BTN_START] }
        controls:
          slider: { forward: { axis: ABS_RZ, rest: min }, backward: { axis: ABS_Z, rest: min }, channel: slider }
          joystick:
            x: { axis: ABS_RX }
            y: { axis: ABS_RY, invert: true }
            channels: { x: zx, y: zy }
          hand:
            x: { axis: ABS_X }
            y: { axis: ABS_Y, invert: true }
            channels: { x: hand.turn 5 deg/s, y: hand.reach 5 mm/s }
        keys:
          stop: BTN_EAST
          resume: BTN_START

        """

    /// What a raster asks for: where the arm's hand is.
    static let pose =
        "\npose: { accuracy: 1 mm, settle: 100 ms, joints: [{ move: z, by: slider, frame: 1 mm, error: 0.1 mm }] }\n"

    /// An arm whose joystick moves two held positions, at the mapping's speed.
    static let positionArm = """
        name: positions
        link:
          service: 713d0000-503e-4c75-ba94-3148f18d941e
          write: 713d0003-503e-4c75-ba94-3148f18d941e
          notify: 713d0002-503e-4c75-ba94-3148f18d941e
        pacing: { interval: 40 ms, zero repeats: 3 }
        channels:
          slider:
            { mode: velocity, range: [-6, 6], heartbeat: 100 ms, frames: { negative: "B>", zero: "S>", positive: "F>" } }
          zx: { mode: position, range: [-100, 100], frame: "Y{value}>" }
          zy: { mode: position, range: [-100, 100], frame: "Z{value}>" }
        """

    /// A graph whose alarm halts the arm above 100 counts in a second, and after a silence.
    static func halting(silent: Int) -> String {
        """
        name: Halts the arm
        in: { counts: count }
        nodes:
          now: { rate: counts, per: 1 s }
          high: { alarm: now, above: 100, silent: \(silent) s, halt: true }
          mean: { window: counts, over: 2 s, per: 1 min }
        out: { now: now, mean: mean }
        """
    }

    /// A message of the sensor `iac-gamma` in hexadecimal: a fix, a place, and the counts of a second.
    static func gamma(counts: UInt8) -> String {
        "11c217409d4310f64c00" + (counts < 16 ? "0" : "") + String(counts, radix: 16)
    }

    /// The shipped mapping for pads, or that of the hand, with an enable button.
    static func mappingWithEnable(hasHand: Bool) throws -> String {
        let mapping = hasHand ? handMapping : try readFile(SourceModule.projectFolder + "/Mappings/gamepad.yaml")
        return mapping.replacing("  stop: BTN_EAST", with: "  enable: BTN_TL\n  stop: BTN_EAST")
    }
}

/// Files that all cells share, made once.
actor Shared {
    static let matrix = Shared()

    let folder: TemporaryFolder
    private var making: Task<String, any Error>?
    private var building: [String: Task<String, any Error>] = [:]

    private init() {
        guard let folder = try? TemporaryFolder() else { fatalError("no folder can be made in /tmp") }
        self.folder = folder
    }

    /// A recording in which a slider is held for three seconds, made by the program itself.
    /// - Throws: when the program does not record it.
    func recording() async throws -> String {
        if let making { return try await making.value }
        let folder = folder
        let task = Task { try await Self.record(in: folder) }
        making = task
        return try await task.value
    }

    /// A library to preload, compiled from a C file in `Stage`.
    /// - Throws: when it cannot be compiled.
    func library(_ source: String) async throws -> String {
        if let task = building[source] { return try await task.value }
        let folder = folder
        let task = Task { try await PreloadedLibrary.build("Tests/FaultMatrix/Stage/\(source)", in: folder) }
        building[source] = task
        return try await task.value
    }

    private static func record(in folder: TemporaryFolder) async throws -> String {
        let file = folder.path + "/held.jsonl", arm = try folder.write(Files.arm(answered: false), to: "arm.yaml")
        let waldo = try await MockedProgram(
            ["drive", "--override", "--plain", "--arm", arm, "--record", file], inputs: [MockInput()])
        defer { waldo.close() }
        try await waldo.child.waitForLine { $0.contains("slider") && $0.contains("\"state\":\"open\"") }
        waldo.touch([.axis(Code.rz, 255)])
        try await waitUntil("three seconds of motion") {
            waldo.lines.count { $0.contains("\"bytes\":\"463e\"") } >= 30 ? true : nil
        }
        waldo.touch([.axis(Code.rz, 0)])
        try await waitUntil("the zeros") {
            waldo.lines.count { $0.contains("\"bytes\":\"533e\"") } == 3 ? true : nil
        }
        waldo.send(signal: SIGTERM)
        guard try await waldo.child.exitStatus() == 128 + SIGTERM else { throw DidNotHappen("no recording was made") }
        return file
    }
}
