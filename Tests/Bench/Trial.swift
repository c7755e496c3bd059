import Glibc
import Synchronization
import WaldoTestSupport

/// One contestant, started on a pad and a shield and confirmed to drive.
final class Trial: Sendable {
    let contestant: Contestant
    let child: ChildProcess
    let pad: any Pad
    let receiver: Receiver
    private let stand: Stand
    /// The shield's address, or the serial port's path.
    let shield: String

    /// Starts a contestant and waits until it carries the trigger to the shield.
    /// - Throws: `DidNotHappen` if it does not.
    init(
        _ contestant: Contestant, on stand: Stand, _ pad: any Pad, _ receiver: Receiver, counter: String? = nil
    ) async throws {
        self.contestant = contestant
        self.stand = stand
        self.pad = pad
        self.receiver = receiver
        shield = if let port = receiver.port { port } else { try await stand.shield(for: contestant, receiver) }
        child = try stand.start(contestant, pad, shield: shield, counter: counter)
        try await knock()
    }

    /// Pulls the trigger repeatedly until its value arrives, with rests long enough for a neutral gate.
    private func knock() async throws {
        _ = receiver.take()
        for index in 0..<60 {
            // A shield advertises repeatedly, and bleak can miss the first advertisement.
            if !contestant.isSerial { try await stand.report("speak \(shield)") }
            _ = pad.pull(to: Feeder.value(index))
            try await Task.sleep(for: .milliseconds(50))
            _ = pad.pull(to: 0)
            try await Task.sleep(for: .milliseconds(350))
            if receiver.take().contains(where: { $0.value == Feeder.value(index) }) { return }
            guard child.exitNow == nil else { break }
        }
        throw DidNotHappen("\(contestant.title) does not drive: \(child.errorLines.suffix(5).joined(separator: "\n"))")
    }

    /// Feeds the pad at a rate (reports per second) for some seconds.
    func run(rate: Int, seconds: Double) async throws -> Outcome {
        let warmUp = rate / 2, count = Int(Double(rate) * seconds)
        let usages = Mutex<[(usage: Usage, at: Int64)]>([])
        let look: @Sendable () -> Void = { [pid = child.pid] in
            let usage = Usage(of: pid)
            usages.withLock { $0.append((usage, Clock.now())) }
        }
        _ = receiver.take()
        let feeder = Feeder(pad: pad, rate: rate)
        let events = try await feeder.feed(count, warmUp: warmUp, begins: look, ends: look)
        try await Task.sleep(for: .milliseconds(100))
        let arrivals = receiver.take()
        _ = pad.pull(to: 0)
        try await Task.sleep(for: .milliseconds(400))
        let (before, after) = usages.withLock { ($0[0], $0[1]) }
        return Outcome(
            contestant: contestant, rate: rate, latencies: Latencies(events, warmUp: warmUp, arrivals),
            usage: UsageRate(before.usage, after.usage, seconds: Double(after.at - before.at) / 1e9))
    }

    /// Ends the contestant by SIGTERM, and removes the shield from BlueZ.
    func end() async throws {
        child.send(signal: SIGTERM)
        _ = try await child.exit()
        child.close()
        if !contestant.isSerial { try await stand.report("forget \(shield)") }
    }
}

/// The result of one contestant at one rate.
struct Outcome: Sendable {
    let contestant: Contestant
    /// Reports of the pad per second.
    let rate: Int
    let latencies: Latencies
    let usage: UsageRate
}
