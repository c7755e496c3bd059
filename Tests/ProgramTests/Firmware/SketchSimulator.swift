import Foundation
import Testing
import WaldoTestSupport

/// A sketch of Sources/Firmware, compiled for the ATmega328P and run by simavr.
struct SketchSimulator {
    /// What a sketch is compiled with: the small core of Tests/Firmware, or Arduino's own.
    enum Core: String, CaseIterable, Sendable {
        case small, arduino
    }

    /// The use of the processor's memory, in bytes; the stack is not in it.
    struct Size: Decodable {
        let flash: Int, ram: Int
    }

    private static let tests = SourceModule.projectFolder + "/Tests/Firmware"
    /// A file of each Debian package that is needed, and the package.
    private static let needed = [
        "/usr/bin/avr-g++": "gcc-avr", "/usr/lib/avr/include/avr/io.h": "avr-libc",
        "/usr/include/simavr/sim_avr.h": "libsimavr-dev",
        "/usr/share/arduino/hardware/arduino/avr/cores/arduino/Arduino.h": "arduino-core-avr",
    ]
    static let packages = needed.values.sorted()
    static var isInstalled: Bool { needed.keys.allSatisfy { access($0, R_OK) == 0 } }

    let size: Size
    private let folder: TemporaryFolder
    private let baud: Int
    private var program: String { folder.path + "/sketch.elf" }
    /// Compiled once.
    private static let simulator = Task {
        let folder = try TemporaryFolder(), program = folder.path + "/simulate"
        let source = ["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", tests + "/simulate.c"]
        _ = try await output(of: "clang", source + ["-lsimavr", "-o", program])
        return (folder, program)
    }

    /// Compiles a sketch.
    /// - Parameters:
    ///   - sketch: its folder in Sources/Firmware.
    ///   - core: what the sketch is compiled with.
    ///   - baud: the rate of its serial line.
    ///   - options: further options of the compiler.
    /// - Throws: `DidNotHappen` with the compiler's messages.
    init(_ sketch: String, _ core: Core = .small, baud: Int = 9_600, _ options: [String] = []) async throws {
        folder = try TemporaryFolder()
        self.baud = baud
        var words = core == .arduino ? ["--arduino"] : []
        words += [sketch, folder.path + "/sketch.elf", "-DBAUD=\(baud)"] + options
        let size = try await Self.output(of: Self.tests + "/build", words)
        self.size = try JSONDecoder().decode(Size.self, from: Data(size.joined().utf8))
    }

    /// Runs the sketch until a time after the last input.
    /// - Parameters:
    ///   - input: what it receives.
    ///   - rest: how long it goes on then, in milliseconds.
    ///   - bytes: how many bytes of the receiver are watched.
    ///   - memory: 32-bit values of the sketch at its start, by their symbols.
    func run(_ input: SketchInput, rest: Int, watch bytes: Int, memory: [String: UInt32] = [:]) async throws
        -> SketchRun
    {
        let words = [program, "\(baud)", "\(input.end(baud: baud) / 1_000 + rest)", "arm", "\(bytes)"]
        let lines = try await Self.output(
            of: Self.simulator.value.1, words + memory.map { "\($0.key)=\($0.value)" }, input: input.text)
        return try SketchRun(lines)
    }

    private static func output(of program: String, _ words: [String], input: String = "") async throws -> [String] {
        let child: ChildProcess
        do { child = try ChildProcess(program, words) } catch {
            throw DidNotHappen(
                "\(program) cannot be started (\(error)): put the folder of Swift's toolchain on the PATH")
        }
        defer { child.close() }
        // The simulator reads all its input first, and the compilers none.
        try child.write(Array(input.utf8))
        child.closeInput()
        let status = try await child.exitStatus(within: .seconds(180))
        guard status == 0 else { throw DidNotHappen("\(program) ends with \(status): \(child.errorLines.prefix(20))") }
        return child.lines
    }
}

extension Trait where Self == ConditionTrait {
    /// Only where the packages for the simulation are installed.
    static var whereSketchesRun: Self {
        .enabled(
            if: SketchSimulator.isInstalled, "not installed: one of \(SketchSimulator.packages.joined(separator: ", "))"
        )
    }
}
