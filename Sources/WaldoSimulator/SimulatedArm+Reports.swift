internal import WaldoCore
internal import WaldoTime

extension SimulatedArm {
    /// Calls `body` with each message that answers the question for its position.
    func eachReport(at time: Instant, _ body: (Frame) -> Void) {
        let decimals = arm.decimals
        let numbers = PerChannel(arm.channels.map { Int32(clamping: Int64(number($0, at: time).rounded())) })
        for pattern in arm.reports.positions {
            body(pattern.template.rendered(numbers, own: Channel(0), decimals: decimals))
        }
    }
}
