/// The results of all contestants in all rounds.
struct Report: Sendable {
    let contestants: [Contestant]
    let rates: [Int]
    /// The outcomes, by round.
    let rounds: [[Outcome]]
    /// Heap allocations per report.
    let allocations: [Contestant: Double]

    /// A contestant's outcomes at a rate, one per round.
    func outcomes(_ contestant: Contestant, _ rate: Int) -> [Outcome] {
        rounds.compactMap { $0.first { $0.contestant == contestant && $0.rate == rate } }
    }

    /// The median of a figure over the rounds.
    func median(_ contestant: Contestant, _ rate: Int, _ figure: (Outcome) -> Double) -> Double {
        Report.median(outcomes(contestant, rate).map(figure))
    }

    /// The median over the rounds of a contestant's figure divided by the C floor's figure in the same round.
    func ratio(_ contestant: Contestant, _ rate: Int, _ figure: (Outcome) -> Double) -> Double {
        let floor = contestant.floor(among: contestants)
        return Report.median(
            rounds.compactMap { round in
                let pair = [contestant, floor].map { one in
                    round.first { $0.contestant == one && $0.rate == rate }.map(figure)
                }
                guard let mine = pair[0], let theirs = pair[1] else { return nil }
                return mine / theirs
            })
    }

    static func median(_ figures: [Double]) -> Double {
        let sorted = figures.filter(\.isFinite).sorted()
        guard !sorted.isEmpty else { return .nan }
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    /// A short Markdown table of the highest rate, then a full one of each rate.
    var table: String {
        ([summary] + rates.map(table)).joined(separator: "\n\n")
    }

    private var summary: String {
        let rate = rates.max() ?? 0
        var rows = [
            "| \(rate) reports a second | p50 | p99 | CPU, of one core | memory |", "|---|--:|--:|--:|--:|",
        ]
        for contestant in contestants where !outcomes(contestant, rate).isEmpty {
            func figure(_ figure: (Outcome) -> Double) -> Double { median(contestant, rate, figure) }
            let figures = [
                "\(text(figure { $0.latencies.quantile(0.5) }, 0)) µs",
                "\(text(figure { $0.latencies.quantile(0.99) }, 0)) µs",
                "\(text(figure { $0.usage.processor * 100 }, 1)) %",
                "\(text(figure { Double($0.usage.peak) / 1_024 }, 0)) MB",
            ]
            rows.append("| \(contestant.title) | " + figures.joined(separator: " | ") + " |")
        }
        return rows.joined(separator: "\n")
    }

    private static let heads = [
        "at", "p50 µs", "p90", "p99", "p99.9", "max", "p50 : C", "p99 : C", "CPU %", "user", "sys", "CPU : C",
        "wakeups/s", "preempted/s", "faults/s", "peak MB", "allocations", "coalesced", "lost", "unknown",
    ]

    private func table(_ rate: Int) -> String {
        var rows = [["\(rate) Hz"] + Self.heads.dropFirst(), ["---"] + Self.heads.dropFirst().map { _ in "--:" }]
        for contestant in contestants where !outcomes(contestant, rate).isEmpty {
            func figure(_ digits: Int, _ figure: (Outcome) -> Double) -> String {
                text(median(contestant, rate, figure), digits)
            }
            func ratio(_ figure: (Outcome) -> Double) -> String { text(self.ratio(contestant, rate, figure), 2) }
            let quantiles = [0.5, 0.9, 0.99, 0.999].map { share in figure(0) { $0.latencies.quantile(share) } }
            let latencies = quantiles + [figure(0) { $0.latencies.longest }]
            let ratios = [0.5, 0.99].map { share in ratio { $0.latencies.quantile(share) } }
            let usage = [
                figure(2) { $0.usage.processor * 100 }, figure(1) { $0.usage.user * 100 },
                figure(1) { $0.usage.system * 100 }, ratio { $0.usage.processor }, figure(0) { $0.usage.wakeups },
                figure(1) { $0.usage.preemptions }, figure(1) { $0.usage.faults + $0.usage.diskFaults },
                figure(1) { Double($0.usage.peak) / 1_024 }, text(allocations[contestant] ?? .nan, 2),
            ]
            let counts = [
                figure(0) { Double($0.latencies.coalesced) }, figure(0) { Double($0.latencies.lost) },
                figure(0) { Double($0.latencies.unknown) },
            ]
            rows.append([contestant.title] + latencies + ratios + usage + counts)
        }
        return rows.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    }
}

/// Formats a number with `digits` decimals; a dash if it is not finite.
func text(_ number: Double, _ digits: Int) -> String {
    guard number.isFinite else { return "–" }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let units = Int64((number * scale).rounded())
    guard digits > 0 else { return "\(units)" }
    let whole = units.magnitude / UInt64(scale), part = "\(units.magnitude % UInt64(scale))"
    return (units < 0 ? "-" : "") + "\(whole)." + String(repeating: "0", count: digits - part.count) + part
}
