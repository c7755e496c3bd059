import Glibc
import WaldoBus
import WaldoLoop

/// A fake org.bluez on the bus at DBUS_SYSTEM_BUS_ADDRESS: scripted by lines on standard input (see `FakeBlueZ.obey`),
/// reporting JSON lines on standard output. Killing it simulates the end of bluetoothd.
@main
enum Program {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        Loop.run {
            Task { @LoopActor in
                do {
                    try await serve()
                } catch {
                    report(["error": "\(error)"])
                    exit(1)
                }
            }
        }
    }

    @LoopActor
    private static func serve() async throws {
        let bus = try await BusConnection.open()
        let fake = FakeBlueZ(bus)
        bus.onDisconnect = { if !fake.outlivesBus { exit(0) } }
        bus.onCall = { fake.answer($0) }
        guard try await bus.requestName("org.bluez") else {
            report(["error": "org.bluez has an owner already"])
            exit(1)
        }
        report(["event": "ready"])
        var line: [UInt8] = []
        _ = try FileWatch(0, for: .readable, priority: .other) { _ in
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(0, &bytes, bytes.count)
            guard count > 0 else { exit(0) }
            for byte in bytes[..<count] {
                if byte != UInt8(ascii: "\n") {
                    line.append(byte)
                } else {
                    fake.obey(String(decoding: line, as: UTF8.self))
                    line = []
                }
            }
        }
    }
}

/// Writes one JSON line to standard output.
func report(_ fields: KeyValuePairs<String, String>) {
    let quoted = fields.map { key, value in "\"\(key)\":\"\(escaped(value))\"" }
    print("{" + quoted.joined(separator: ",") + "}")
    fflush(nil)
}

private func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
        switch scalar {
        case "\"", "\\": "\\\(scalar)"
        case "\u{0}"..."\u{1f}": " "
        default: String(scalar)
        }
    }.joined()
}
