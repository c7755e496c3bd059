import Foundation
import WaldoTestSupport

/// What a sketch did, by the simulator's clock. Times are in microseconds from the first turn of the sketch's loop.
struct SketchRun {
    /// The turns of the loop, in cycles of 1/16 us, and other figures of the whole run.
    struct Figures: Decodable {
        let turns: Int, mean: Int, longest: Int, longestAt: Int
        let interrupts: Int, meanInterrupt: Int, longestInterrupt: Int
        /// Bytes that reached the UART, and bytes that the sketch took from its ring.
        let arrived: Int, decoded: Int
        /// The most bytes that waited in the UART, of which a third one is lost.
        let waiting: Int
        /// The deepest stack in bytes.
        let stack: Int
        /// The cycles of a byte that the sketch sends.
        let byte: Int
    }

    private struct Line: Decodable {
        let at: Int
        let memory: String?, decoded: Int?, cycles: Int?, sent: UInt8?, pin: Int?, level: Int?
    }

    /// The receiver's memory from the moment on at which it changed.
    private(set) var memories: [(at: Int, bytes: [UInt8])] = []
    /// The cycles that each byte took the receiver, interrupts left out.
    private(set) var cycles: [Int] = []
    /// What it sent; a byte begins to leave at `at`.
    private(set) var sent: [(at: Int, byte: UInt8)] = []
    /// The changes of its outputs.
    private(set) var changes: [(at: Int, pin: Int, level: Int)] = []
    let figures: Figures

    init(_ lines: [String]) throws {
        guard let last = lines.last else { throw DidNotHappen("the simulator has printed nothing") }
        figures = try JSONDecoder().decode(Figures.self, from: Data(last.utf8))
        let all = "[" + lines.dropLast().joined(separator: ",") + "]"
        for line in try JSONDecoder().decode([Line].self, from: Data(all.utf8)) {
            let at = line.at / 16
            if let memory = line.memory {
                let digits = Array(memory)
                let bytes = stride(from: 0, to: digits.count, by: 2).map {
                    UInt8(String(digits[$0...$0 + 1]), radix: 16)!
                }
                memories.append((at, bytes))
            } else if let cycles = line.cycles {
                self.cycles.append(cycles)
            } else if let sent = line.sent {
                self.sent.append((at, sent))
            } else if let pin = line.pin, let level = line.level {
                changes.append((at, pin, level))
            }
        }
    }

    /// Slider, zx and zy from the moment on at which they changed.
    var motions: [(at: Int, values: [Int])] {
        memories.map { memory in
            let values = [0, 2, 4].map { at in
                Int(Int16(bitPattern: UInt16(memory.bytes[at]) | UInt16(memory.bytes[at + 1]) << 8))
            }
            return (memory.at, values)
        }
    }

    /// The steps of a motor: the rising edges of its pin STEP, with the direction that its pin DIR has by then.
    func steps(_ step: Int, _ direction: Int) -> [(at: Int, direction: Int)] {
        var isForward = false, steps: [(at: Int, direction: Int)] = []
        for change in changes {
            if change.pin == direction { isForward = change.level == 1 }
            if change.pin == step && change.level == 1 { steps.append((change.at, isForward ? 1 : -1)) }
        }
        return steps
    }

    /// The pulses of a servo, in microseconds.
    func pulses(_ pin: Int) -> [(at: Int, width: Int)] {
        var begun: Int?, pulses: [(at: Int, width: Int)] = []
        for change in changes where change.pin == pin {
            if change.level == 1 { begun = change.at } else if let at = begun { pulses.append((at, change.at - at)) }
        }
        return pulses
    }

    /// The bytes that were sent, where no more than a byte's time lay between them.
    var messages: [(at: Int, bytes: [UInt8])] {
        var messages: [(at: Int, bytes: [UInt8])] = [], before = Int.min / 2
        for (at, byte) in sent {
            if at - before > figures.byte / 16 * 3 / 2 { messages.append((at, [])) }
            messages[messages.count - 1].bytes.append(byte)
            before = at
        }
        return messages
    }
}
