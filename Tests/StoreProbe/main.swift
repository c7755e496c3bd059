import Glibc
import WaldoCore
import WaldoLoop
import WaldoStore
import WaldoSurvey
import WaldoTime

// What tests and measurements run beside themselves: a process that writes a store until it is killed, one that writes
// as fast as it can, one that begins and ends sessions, and those that read meanwhile.

let description = SurveyDescription(
    uuid: "0b9d8c1e-6f8e-4a63-8f0e-0d1f0a5b7c21", title: "probe", started: 1_795_366_800_000_000,
    sensor: .init(name: "probe", text: "probe"), version: "0", characteristics: ["ffe1"])

func place(_ number: Int) -> Place {
    Place(x: 145 + Double(number % 1000) * 1e-5, y: -37.5 - Double(number / 1000 % 1000) * 1e-5, z: 12, accuracy: 3)
}

func sample(_ number: Int) -> Sample {
    let at = Instant(microseconds: Int64(number) * 1000)
    return Sample(
        stream: 0, sequence: Int64(number), value: Double(number % 97) / 8, low: 0.5, high: 1.5, from: at,
        to: at + .seconds(1), utc: 1_795_366_800_000_000 + Int64(number) * 1000, flags: [.partial],
        place: place(number))
}

/// Writes a reading a millisecond and a sample each ten, and prints each reading's number and time behind it.
func writeSteadily(_ path: String) throws {
    let writer = try StoreWriter.create(path: path, description: description) { print("failed \($0)") }
    writer.stream(0, StreamDescription(name: "dose", unit: "uSv/h"))
    writer.record(.clock(utc: description.started), at: Monotonic.now())
    for number in 0... {
        let now = Monotonic.now()
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        writer.record(.bytes(channel: 0, bytes), at: now)
        if number % 10 == 0 { writer.sample(sample(number / 10)) }
        let line = Array("\(number) \(now.microseconds)\n".utf8)
        _ = line.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        usleep(1000)
    }
}

/// Writes rows as fast as it can.
func writeFast(_ path: String, _ kind: String, _ rows: Int) throws {
    let start = Monotonic.now()
    let writer = try StoreWriter.create(path: path, description: description, whenFull: .wait)
    let bytes = [UInt8](repeating: 7, count: 11)
    writer.stream(0, StreamDescription(name: "dose", unit: "uSv/h"))
    for number in 0..<rows {
        switch kind {
        case "readings": writer.record(.bytes(channel: 0, bytes), at: Instant(microseconds: Int64(number)))
        case "samples":
            var unplaced = sample(number)
            unplaced.place = nil
            writer.sample(unplaced)
        default: writer.sample(sample(number))
        }
    }
    let given = Monotonic.now() - start
    let isComplete = writer.finish(within: .seconds(600))
    let all = Monotonic.now() - start
    print(
        kind, rows, "given in", given.microseconds, "us, finished", isComplete, "in", all.microseconds, "us,", "lost",
        writer.lostRows)
}

let arguments = CommandLine.arguments
do {
    switch arguments.dropFirst().first {
    case "steady": try writeSteadily(arguments[2])
    case "fast": try writeFast(arguments[2], arguments[3], Int(arguments[4]) ?? 0)
    case "sessions": try writeSessions(arguments[2], Int(arguments[3]) ?? 0, description)
    case "read": readSessions(arguments[2], as: arguments[3])
    default:
        print(
            "usage: waldo-store-probe steady FILE | fast FILE readings|samples|places ROWS | sessions FILE COUNT"
                + " | read FILE show|check|export|push|follow")
    }
} catch {
    print("failed \(error)")
    exit(1)
}
