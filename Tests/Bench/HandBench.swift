import ArgumentParser
import Glibc
import WaldoTestSupport

/// Measures the latency from a push at rest to the first frame: of a joint, and of the hand.
struct HandBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hand", abstract: "From a push to the first frame: an SO-101's joint and its hand, in turn.")

    /// What the stick moves of an SO-101.
    private enum Kind: String, CaseIterable {
        case joint = "elbow_flex", spring = "elbow_flex, behaviour: spring", hand = "hand.height 60 mm/s"

        var title: String {
            switch self {
            case .joint: "a joint, by its rate"
            case .spring: "a joint that follows the stick"
            case .hand: "the hand"
            }
        }
    }

    @Option(help: "How often each has a turn.")
    var rounds = 5

    @Option(help: "Pushes in each round.")
    var pushes = 200

    @Option(help: "The waldo to be measured. Default: the one built together with the bench.")
    var waldo: String?

    @Option(help: "Where pad, shield and program run: split over two cores, all on one, or free.")
    var cores = Placement.split

    func run() async throws {
        try cores.move()
        let programs = try await Programs(waldo: waldo, python: "")
        var found: [Kind: [Double]] = [:]
        for round in 0..<rounds {
            for index in Kind.allCases.indices {
                let kind = Kind.allCases[(index + round) % Kind.allCases.count]
                note("round \(round + 1) of \(rounds): \(kind.title)")
                found[kind, default: []] += try await latencies(kind, programs)
            }
        }
        print("| µs from a push to its first frame | p50 | p90 | p99 | pushes |\n|---|--:|--:|--:|--:|")
        for kind in Kind.allCases {
            let sorted = (found[kind] ?? []).sorted()
            let figures = [0.5, 0.9, 0.99].map { sorted[Int($0 * Double(sorted.count))] }
            print("| \(kind.title) | " + figures.map { text($0, 0) }.joined(separator: " | ") + " | \(sorted.count) |")
        }
    }

    /// The microseconds of each push of a round.
    private func latencies(_ kind: Kind, _ programs: Programs) async throws -> [Double] {
        let receiver = try Receiver()
        defer { receiver.end() }
        let stand = try await Stand(programs, [receiver], prefix: cores.contestantPrefix)
        let arm = try stand.folder.write(Self.arm(), to: "so101.yaml")
        let mapping = try stand.folder.write(Self.mapping(kind), to: "stick.yaml")
        let shield = try await stand.shield(for: .waldo, receiver), pad = try stand.pad()
        let child = try stand.start([
            programs.waldo, "drive", "--plain", "--arm", arm, "--mapping", mapping, "--input", pad.node, "--shield",
            shield,
        ])
        defer { child.close() }
        var found: [Double] = [], missed = 0
        while found.count < pushes {
            if let latency = try await push(pad, receiver, to: found.count % 2 == 0 ? 26_000 : 6_767) {
                found.append(latency)
                continue
            }
            missed += 1
            guard found.isEmpty, missed < 60, child.exitNow == nil else {
                throw DidNotHappen("\(kind.title) sends nothing: \(child.errorLines.suffix(5))")
            }
            try await stand.report("speak \(shield)")
            // The gate opens after a rest.
            try await Task.sleep(for: .milliseconds(350))
        }
        child.send(signal: SIGTERM)
        _ = try await child.exit()
        return found
    }

    /// Pushes the stick from rest, and lets go of it.
    /// - Returns: the microseconds to the first frame; nil: there was none.
    private func push(_ pad: any Pad, _ receiver: Receiver, to value: Int32) async throws -> Double? {
        _ = receiver.take()
        let pushed = pad.pull(to: value)
        try await Task.sleep(for: .milliseconds(50))
        _ = pad.pull(to: 16_384)
        // No frame follows an interval of 20 ms after the last one.
        try await Task.sleep(for: .milliseconds(60))
        return receiver.take().first { $0.at > pushed }.map { Double($0.at - pushed) / 1_000 }
    }

    /// The shipped SO-101 behind a shield, with no bound of its speed: its joints move as fast as asked.
    private static func arm() throws -> String {
        let lines = try readFile(SourceModule.projectFolder + "/Mappings/arms/so101.yaml").split(separator: "\n")
        let isLeftOut = ["begin:", "reports:"]
        var keeps = true
        return lines.compactMap { line -> String? in
            if line.first?.isLetter == true { keeps = !isLeftOut.contains { line.hasPrefix($0) } }
            if line.hasPrefix("link:") { return "link: \(Stand.gatt.dropLast(2)), max: 64 }" }
            return keeps ? String(line).replacing(", limits: { slew: 700 }", with: "") : nil
        }.joined(separator: "\n")
    }

    private static func mapping(_ kind: Kind) -> String {
        """
        name: A stick
        match: { kind: gamepad }
        controls:
          stick: { axis: ABS_RZ, channel: \(kind.rawValue) }
        keys: { stop: BTN_EAST, resume: BTN_START }
        """
    }
}
