import WaldoCore
import WaldoTime

extension SimulatedArm {
    /// Calls `body` with each message that answers what it has read.
    func eachAnswer(at time: Instant, _ body: (Frame) -> Void) {
        let decimals = arm.decimals
        var numbers = PerChannel<Int32>(repeating: 0, for: arm.channels)
        for channel in arm.channels { numbers[channel] = Int32(clamping: Int64(number(channel, at: time).rounded())) }
        for answer in answers { body(answer.rendered(numbers, own: Channel(0), decimals: decimals)) }
    }
}
