import WaldoCore
import WaldoStore
import WaldoSurvey

/// The streams of several runs as one list: those of the same name and unit are one stream.
struct StreamNumbers {
    /// The streams.
    private(set) var all: [StreamDescription] = []
    private var numbers: [Int64: [Int]] = [:]

    init(_ runs: [RunSummary]) {
        for run in runs {
            var found: [Int] = []
            for stream in run.streams {
                let wanted = stream.description
                while found.count <= stream.number { found.append(0) }
                if let known = all.firstIndex(where: { $0.name == wanted.name && $0.unit == wanted.unit }) {
                    found[stream.number] = known
                } else {
                    found[stream.number] = all.count
                    all.append(wanted)
                }
            }
            numbers[run.id] = found
        }
    }

    /// The place in `all` of a run's stream.
    func number(of stream: Int, in run: Int64) -> Int { numbers[run]?[stream] ?? 0 }
}
