import Glibc
import WaldoTestSupport

/// What a sketch receives: bytes on its serial line and levels of its pins.
struct SketchInput {
    /// The seeds of spoiled bytes: two, or as many as `WALDO_SKETCH_SEEDS` says.
    static let seeds = 0..<(getenv("WALDO_SKETCH_SEEDS").flatMap { UInt64(String(cString: $0)) } ?? 2)

    /// A byte; its start bit begins at `at`, in microseconds, or as the byte before it ends.
    private(set) var bytes: [(at: Int, byte: UInt8)] = []
    private var pins: [(at: Int, pin: Int, level: Int)] = []

    init() {}

    /// Frames of the same distance in microseconds; 0: all joined.
    init(_ frames: [[UInt8]], every distance: Int, from start: Int = 0) {
        for (index, frame) in frames.enumerated() { send(frame, at: start + index * distance) }
    }

    /// Adds a frame. One of its bytes may be spoiled, lost or added, and more bytes may follow it.
    mutating func send(
        spoiling frame: [UInt8], or behind: [UInt8] = [], at time: Int, _ random: inout SeededGenerator
    ) {
        var frame = frame
        let place = frame.indices.randomElement(using: &random)!
        switch Int.random(in: 0..<8, using: &random) {
        case 0: frame[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: frame.remove(at: place)
        case 2: frame.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 3: frame += behind
        default: break
        }
        send(frame, at: time)
    }

    /// Adds bytes that are sent without a gap, at a time in microseconds; not before the bytes that were added before.
    mutating func send(_ bytes: [UInt8], at time: Int) {
        let time = max(time, self.bytes.last?.at ?? 0)
        for byte in bytes { self.bytes.append((time, byte)) }
    }

    mutating func send(_ text: String, at time: Int) { send(Array(text.utf8), at: time) }

    /// Adds a change of a pin at a time in microseconds.
    mutating func set(pin: Int, to level: Int, at time: Int) { pins.append((time, pin, level)) }

    /// The times at which the bytes have arrived, in microseconds.
    func arrivals(baud: Int) -> [Int] {
        var free = 0.0
        return bytes.map { byte in
            free = max(free, Double(byte.at)) + 10e6 / Double(baud)
            return Int(free)
        }
    }

    /// When everything has arrived, in microseconds.
    func end(baud: Int) -> Int { max(arrivals(baud: baud).last ?? 0, pins.map(\.at).max() ?? 0) }

    /// The simulator's input.
    var text: String {
        bytes.map { "\($0.at) \($0.byte)\n" }.joined() + pins.map { "\($0.at) pin \($0.pin) \($0.level)\n" }.joined()
    }
}
