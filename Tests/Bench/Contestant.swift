import WaldoTestSupport

/// A program that carries a pad's trigger to a shield.
enum Contestant: String, CaseIterable, Codable, Sendable {
    case waldo, floor, bleak, dbusFast = "dbus-fast"
    /// By WriteValue instead of the write socket: the only way that bleak has.
    case waldoByCalls = "waldo-calls", floorByCalls = "floor-calls"
    /// To a shield with a readable characteristic: at most four frames are in flight unconfirmed.
    case waldoConfirmed = "waldo-confirmed"
    /// Recording to a file.
    case waldoRecording = "waldo-recording"
    /// Keeping a survey, whose sensor sits on the shield.
    case waldoWithSurvey = "waldo-survey"
    /// With an arm of three channels, and with one of eight that a mapping of eight controls moves.
    case waldoWithThree = "waldo-three", waldoWithEight = "waldo-eight"
    /// To an arm on a serial port, a pseudo-terminal.
    case waldoSerial = "waldo-serial", floorSerial = "floor-serial"

    /// Its name in the tables.
    var title: String {
        switch self {
        case .waldo: "Waldo"
        case .floor: "C: libevdev, libdbus"
        case .bleak: "Python: evdev, bleak"
        case .dbusFast: "Python: evdev, dbus-fast"
        case .waldoByCalls: "Waldo, WriteValue"
        case .floorByCalls: "C, WriteValue"
        case .waldoConfirmed: "Waldo, writes confirmed"
        case .waldoRecording: "Waldo, recording"
        case .waldoWithSurvey: "Waldo, keeping a survey"
        case .waldoWithThree: "Waldo, three channels"
        case .waldoWithEight: "Waldo, eight channels"
        case .waldoSerial: "Waldo, serial port"
        case .floorSerial: "C, serial port"
        }
    }

    /// Whether it sends frames by WriteValue.
    var usesCalls: Bool { self == .bleak || self == .waldoByCalls || self == .floorByCalls }

    /// Whether AcquireWrite must be refused to make it do so.
    var needsRefusal: Bool { self == .waldoByCalls }

    /// Whether its arm is on a serial port.
    var isSerial: Bool { self == .waldoSerial || self == .floorSerial }

    var isWaldo: Bool {
        switch self {
        case .floor, .floorByCalls, .floorSerial, .bleak, .dbusFast: false
        default: true
        }
    }

    /// The C program that it is compared with.
    func floor(among all: [Contestant]) -> Contestant {
        if isSerial { return .floorSerial }
        return usesCalls && all.contains(.floorByCalls) ? .floorByCalls : .floor
    }

    /// Whether its shield has a readable characteristic.
    var drivesReadableShield: Bool { self == .waldoConfirmed }

    /// The command that starts it on the pad at `node` and the shield with this address, or the serial port of this
    /// path.
    func command(_ programs: Programs, _ node: String, _ shield: String, _ stand: Stand) -> [String] {
        switch self {
        case .waldo, .waldoByCalls, .waldoConfirmed: waldo(programs, node, shield, stand)
        case .waldoRecording: waldo(programs, node, shield, stand) + ["--record", stand.newRecording]
        case .waldoWithSurvey:
            waldo(programs, node, shield, stand) + ["--sensor", stand.sensor, "--survey", stand.store]
        case .waldoWithThree: waldo(programs, node, shield, stand, arm: stand.armOfThree)
        case .waldoWithEight:
            waldo(programs, node, shield, stand, arm: stand.armOfEight, mapping: stand.mappingOfEight)
        case .waldoSerial:
            [
                programs.waldo, "drive", "--plain", "--arm", stand.serialArm, "--mapping", stand.mapping,
                "--input", node, "--port", shield,
            ]
        case .floorSerial: [programs.floor, node, shield, "serial"]
        case .floor: [programs.floor, node, shield, "socket"]
        case .floorByCalls: [programs.floor, node, shield, "call"]
        case .bleak: [programs.python, programs.peer("with_bleak.py"), node, shield]
        case .dbusFast: [programs.python, programs.peer("with_dbus_fast.py"), node, shield]
        }
    }

    private func waldo(
        _ programs: Programs, _ node: String, _ shield: String, _ stand: Stand, arm: String? = nil,
        mapping: String? = nil
    ) -> [String] {
        [
            programs.waldo, "drive", "--plain", "--arm", arm ?? stand.arm, "--mapping", mapping ?? stand.mapping,
            "--input", node, "--shield", shield,
        ]
    }
}

/// The paths of the programs that the bench runs, including those that it compiles.
struct Programs: Sendable {
    let waldo: String
    let fake: String
    let python: String
    let floor: String
    /// The C program that writes the rows of a store.
    let importer: String
    /// The C program that steps a hand.
    let hand: String
    /// Preloaded libraries: one turns a FIFO into a pad, the other counts allocations.
    let pad: String, allocations: String
    private let folder: TemporaryFolder

    static let sources = SourceModule.projectFolder + "/Tests/Bench"

    func peer(_ name: String) -> String { "\(Self.sources)/peers/\(name)" }

    /// Compiles the C programs with the clang that comes with Swift, at -O2, the usual optimisation of packages.
    /// - Throws: `DidNotHappen` if a program is missing or does not compile.
    init(waldo: String?, python: String) async throws {
        self.waldo = try waldo ?? BuiltProgram.path("waldo")
        self.python = python
        fake = try BuiltProgram.path("waldo-fake-bluez")
        folder = try TemporaryFolder()
        floor = "\(folder.path)/floor"
        importer = "\(folder.path)/importer"
        hand = "\(folder.path)/hand"
        pad = "\(folder.path)/pad.so"
        allocations = "\(folder.path)/allocations.so"
        try await Self.compile("peers/floor.c", to: floor, "$(pkg-config --cflags --libs libevdev dbus-1)")
        try await Self.compile("peers/import_rows.c", to: importer, "-lsqlite3")
        try await Self.compile("peers/hand.c", to: hand, "-lm")
        try await Self.compile("pad/pad.c", to: pad, "-shared -fPIC")
        try await Self.compile("pad/allocations.c", to: allocations, "-shared -fPIC")
    }

    private static func compile(_ source: String, to target: String, _ options: String) async throws {
        let line = "exec clang -O2 -Wall -Wextra -Werror '\(sources)/\(source)' -o '\(target)' \(options)"
        let compiler = try ChildProcess("sh", ["-c", line])
        defer { compiler.close() }
        guard try await compiler.exitStatus(within: .seconds(60)) == 0 else {
            throw DidNotHappen("\(source) does not compile: \(compiler.errorLines.prefix(5).joined(separator: "\n"))")
        }
    }
}
