import Glibc
import WaldoLoop
import WaldoTestSupport

/// The probe, run by umockdev among recorded pads. `libevdev_set_clock_id` fails there, and a script's end is silence.
final class MockProbe: Sendable {
    /// One pad on a node of its own, made from the recording of an Xbox 360 pad at event1.
    struct Pad {
        var number = 1
        /// As long as the recorded "lab/input0".
        var place = "lab/input0"
        /// Whether BTN_SOUTH is down at opening.
        var holdsSouth = false
        /// Whether its node stands aside, as "event1.away", before the probe starts.
        var isAway = false
        /// Whether it plays the recorded events.
        var plays = false
    }

    private let folder: TemporaryFolder
    private let child: ChildProcess

    /// Starts the probe. The first line that it prints is the mock's root folder.
    init(_ pads: [Pad], _ arguments: String...) throws {
        folder = try TemporaryFolder()
        var options: [String] = []
        for pad in pads {
            let device = try Self.recording("pad.umockdev").replacing("event1", with: "event\(pad.number)")
                .replacing("input2", with: "input\(pad.number + 1)").replacing("13:65", with: "13:\(64 + pad.number)")
                .replacing("MINOR=65", with: "MINOR=\(64 + pad.number)").replacing("lab/input0", with: pad.place)
            var ioctl = try Self.recording("pad.ioctl").replacing("event1", with: "event\(pad.number)")
                .replacing(Self.hexadecimal("lab/input0"), with: Self.hexadecimal(pad.place))
            if pad.holdsSouth {
                let none = "EVIOCGKEY(0) 96 " + String(repeating: "00", count: 38)
                ioctl = ioctl.replacing(none + "00", with: none + "01")
            }
            options += ["-d", try folder.write(device, to: "\(pad.number).umockdev")]
            let node = "/dev/input/event\(pad.number)"
            options += ["-i", "\(node)=\(try folder.write(ioctl, to: "\(pad.number).ioctl"))"]
            if pad.plays {
                options += [
                    "-e", "\(node)=\(try folder.write(Self.recording("pad.evemu"), to: "\(pad.number).evemu"))",
                ]
            }
        }
        let program = try BuiltProgram.path("waldo-input-probe")
        let moves = pads.filter(\.isAway).map { "mv $UMOCKDEV_DIR/dev/input/event\($0.number){,.away};" }.joined()
        let shell = ["--", "bash", "-c", "echo $UMOCKDEV_DIR; \(moves) exec \"$0\" \"$@\"", program]
        child = try ChildProcess("umockdev-run", options + shell + arguments)
    }

    /// Lets umockdev clean up after itself.
    deinit {
        child.send(signal: SIGTERM, toGroup: true)
        let end = Monotonic.now() + 2_000_000
        while child.exitNow == nil, Monotonic.now() < end { usleep(2_000) }
        child.close()
    }

    var lines: [String] { child.lines }

    /// The folder in which the mock's /dev/input stands.
    func root() async throws -> String { try await child.waitForLine { $0.hasPrefix("/") } }

    @discardableResult
    func waitForLine(containing text: String) async throws -> String { try await child.waitForLine(containing: text) }

    func terminate() { child.send(signal: SIGTERM, toGroup: true) }

    func exitStatus() async throws -> CInt { try await child.exitStatus() }

    private static func recording(_ name: String) throws -> String {
        let path = #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/Recordings/\(name)"
        guard let file = fopen(path, "re") else { throw DidNotHappen("\(path) is missing") }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    private static func hexadecimal(_ text: String) -> String {
        text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}

extension String {
    /// This text with every occurrence of a part replaced.
    fileprivate func replacing(_ part: String, with other: String) -> String {
        var result = ""
        var rest = self[...]
        while !rest.isEmpty {
            if rest.hasPrefix(part) {
                result += other
                rest = rest.dropFirst(part.count)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result
    }
}
