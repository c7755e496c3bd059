import Glibc
import WaldoTestSupport

/// Recorded pads for umockdev, and the probe run among them. `libevdev_set_clock_id` fails there, and a script's end is
/// silence.
struct MockPads {
    /// One pad on a node of its own, made from the recording of an Xbox 360 pad at event1.
    struct Pad {
        var number = 1
        /// Nine characters, as long as the recorded "lab/input0" less its digit.
        var place = "lab/input0"
        /// Keys that are down at opening.
        var holdsSouth = false
        var plays = false
    }

    private let folder: TemporaryFolder
    private let options: [String]

    init(_ pads: [Pad]) throws {
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
                options += ["-e", "\(node)=\(try folder.write(Self.recording("pad.evemu"), to: "\(pad.number).evemu"))"]
            }
        }
        self.options = options
    }

    /// Runs the probe among the pads. The first line that it prints is the mock's root folder.
    func probe(_ arguments: String...) throws -> ChildProcess {
        let program = try BuiltProgram.path("waldo-input-probe")
        return try ChildProcess(
            "umockdev-run",
            options + ["--", "sh", "-c", "echo $UMOCKDEV_DIR; exec \"$0\" \"$@\"", program] + arguments)
    }

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
