import WaldoCore
import WaldoMap
import WaldoSimulator
import WaldoTestSupport

/// Hidden sources that a raster of 11 x 11 points looks for: an LND 7317, 5 s a point, a background of 0.1 uSv/h, on
/// a hand of 150 mm that turns in steps of 18 degrees (4.7 cm). The source is 3 to 10 cm from the hand's surface; at
/// the point nearest to it, it gives a multiple of the background. The second layer is 40 mm further out.
struct HiddenSources {
    /// How many sources are looked for.
    let seeds: Int

    private static let radius = 0.15, second = 0.19, turn = 18.0, background = 0.1
    private static let exposure = 334.0 / 60 * 5

    /// What became of the sources of one multiple.
    private struct Tally {
        var peaks = 0, claims = 0, claimsOfTwo = 0, near = 0, covered = 0, errors: [Double] = []
    }

    func measure() {
        let step = 2 * Self.radius * Degrees.sine(Self.turn / 2)
        print(
            """

            | times the background | peak within a step | claimed, one layer | claimed, two | within half a step | in the 95 % region | median error |
            | --: | --: | --: | --: | --: | --: | --: |
            """)
        for multiple in [0, 0.5, 1, 2, 3, 5, 7, 10] {
            note("hidden sources: \(multiple) times the background")
            var tally = Tally()
            for seed in 0..<seeds { look(for: multiple, seed: UInt64(seed + 1), step, &tally) }
            tally.errors.sort()
            let median = tally.errors.isEmpty ? "" : "\(text(tally.errors[tally.errors.count / 2] * 100, 2)) cm"
            let found = multiple == 0 ? ["", "", ""] : ["\(tally.near)", "\(tally.covered)", median]
            print(
                "| \(multiple) | \(multiple == 0 ? "" : "\(tally.peaks)") | \(tally.claims) | \(tally.claimsOfTwo) | "
                    + found.joined(separator: " | ") + " |")
        }
        print("\nof \(seeds) each; bars at 5 times: 90, 90 and 90 to 99; without a source at most 5 claims.\n")
    }

    private func look(for multiple: Double, seed: UInt64, _ step: Double, _ tally: inout Tally) {
        var random = SeededGenerator(seed), chance = SimulationRandom(seed: seed)
        let zx = Double.random(in: -72...72, using: &random), zy = Double.random(in: -72...72, using: &random)
        let away = Double.random(in: 0.03...0.1, using: &random)
        let source = hand(zx, zy, Self.radius + away), strength = multiple * Self.background * away * away
        func layer(_ radius: Double) -> [CountedPoint] {
            (-5...5).flatMap { column in
                (-5...5).map { row in
                    let point = hand(Double(column) * Self.turn, Double(row) * Self.turn, radius)
                    let distance = max(distance(point, source), 0.01)
                    let rate = Self.background + strength / (distance * distance)
                    return CountedPoint(
                        point, counts: Double(chance.poisson(Self.exposure * rate)), exposure: Self.exposure)
                }
            }
        }
        let first = layer(Self.radius), second = layer(Self.second)
        if let peak = first.max(by: { $0.counts < $1.counts }),
            distance(peak.point, hand(zx, zy, Self.radius)) <= 1.5 * step
        {
            tally.peaks += 1
        }
        if SourceSearch.search(first)?.solutions.isEmpty == false { tally.claims += 1 }
        guard let finding = SourceSearch.search(first + second), let best = finding.solutions.first else { return }
        tally.claimsOfTwo += 1
        let error = distance(best.point, source)
        tally.errors.append(error)
        if error <= step / 2 { tally.near += 1 }
        if finding.solutions.contains(where: { $0.contains(source) }) { tally.covered += 1 }
    }

    private func hand(_ zx: Double, _ zy: Double, _ radius: Double) -> ArmPoint {
        let z = radius * Degrees.cosine(zy)
        return ArmPoint(x: z * Degrees.sine(zx), y: radius * Degrees.sine(zy), z: z * Degrees.cosine(zx))
    }

    private func distance(_ one: ArmPoint, _ other: ArmPoint) -> Double {
        let x = one.x - other.x, y = one.y - other.y, z = one.z - other.z
        return (x * x + y * y + z * z).squareRoot()
    }
}
