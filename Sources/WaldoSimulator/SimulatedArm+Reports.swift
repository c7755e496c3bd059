internal import WaldoCore
internal import WaldoTime

extension SimulatedArm {
    /// Calls `body` with each message that answers what it has read.
    func eachAnswer(at time: Instant, _ body: (Frame) -> Void) {
        let decimals = arm.decimals
        let numbers = PerChannel(arm.channels.map { Int32(clamping: Int64(number($0, at: time).rounded())) })
        for answer in answers { body(answer.rendered(numbers, own: Channel(0), decimals: decimals)) }
    }
}
