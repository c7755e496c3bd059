import WaldoCore
import WaldoSimulator
import WaldoTime

/// The faults of a drive.
extension FranticDrive {
    static func options(_ length: TimeSpan, _ random: inout SeededGenerator) -> SimulationOptions {
        func faults(every seconds: ClosedRange<Int64>, most: Int64) -> [SimulatedLinkFault] {
            var found: [SimulatedLinkFault] = [], at = TimeSpan.zero
            while at < length {
                at += .milliseconds(
                    .random(in: (seconds.lowerBound * 1_000)...(seconds.upperBound * 1_000), using: &random))
                found.append(SimulatedLinkFault(at: at, for: .milliseconds(.random(in: 5...most, using: &random))))
            }
            return found
        }
        return SimulationOptions(
            seed: random.next(), losses: faults(every: 2...60, most: 5_000), stalls: faults(every: 1...40, most: 3_000))
    }
}
