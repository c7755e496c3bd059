import WaldoTestSupport

/// A program that takes a pad's trigger to a shield.
enum Contestant: String, CaseIterable, Codable, Sendable {
    case waldo, floor, bleak, dbusFast = "dbus-fast"
    /// By WriteValue instead of the write socket, which is bleak's only way.
    case waldoByCalls = "waldo-calls", floorByCalls = "floor-calls"
    /// Over a shield that can be read: at most four frames are on their way unconfirmed.
    case waldoConfirmed = "waldo-confirmed"
    /// Recording to a file.
    case waldoRecording = "waldo-recording"

    /// What the tables call it.
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
        }
    }

    /// Whether frames go by WriteValue.
    var usesCalls: Bool { self == .bleak || self == .waldoByCalls || self == .floorByCalls }

    /// Whether its AcquireWrite must be refused for that.
    var needsRefusal: Bool { self == .waldoByCalls }

    var isWaldo: Bool {
        [.waldo, .waldoByCalls, .waldoConfirmed, .waldoRecording].contains(self)
    }

    /// Whether the shield it drives has something that can be read.
    var drivesReadableShield: Bool { self == .waldoConfirmed }

    /// The command that starts it.
    func command(_ programs: Programs, _ node: String, _ shield: String, _ stand: Stand) -> [String] {
        switch self {
        case .waldo, .waldoByCalls, .waldoConfirmed: waldo(programs, node, shield, stand)
        case .waldoRecording: waldo(programs, node, shield, stand) + ["--record", stand.newRecording]
        case .floor: [programs.floor, node, shield, "socket"]
        case .floorByCalls: [programs.floor, node, shield, "call"]
        case .bleak: [programs.python, programs.peer("with_bleak.py"), node, shield]
        case .dbusFast: [programs.python, programs.peer("with_dbus_fast.py"), node, shield]
        }
    }

    private func waldo(_ programs: Programs, _ node: String, _ shield: String, _ stand: Stand) -> [String] {
        [
            programs.waldo, "drive", "--plain", "--arm", stand.arm, "--mapping", stand.mapping, "--input", node,
            "--shield", shield,
        ]
    }
}

/// Where the programs are that the bench runs, those that it compiles among them.
struct Programs: Sendable {
    let waldo: String
    let fake: String
    let python: String
    let floor: String
    /// Preloaded, they make a pad of a FIFO and count allocations.
    let pad: String, allocations: String
    private let folder: TemporaryFolder

    static let sources = SourceModule.projectFolder + "/Tests/Bench"

    func peer(_ name: String) -> String { "\(Self.sources)/peers/\(name)" }

    /// Compiles what is written in C, with the compiler that comes with Swift, optimised as packages are.
    init(waldo: String?, python: String) async throws {
        self.waldo = try waldo ?? BuiltProgram.path("waldo")
        self.python = python
        fake = try BuiltProgram.path("waldo-fake-bluez")
        folder = try TemporaryFolder()
        floor = "\(folder.path)/floor"
        pad = "\(folder.path)/pad.so"
        allocations = "\(folder.path)/allocations.so"
        try await Self.compile("peers/floor.c", to: floor, "$(pkg-config --cflags --libs libevdev dbus-1)")
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
