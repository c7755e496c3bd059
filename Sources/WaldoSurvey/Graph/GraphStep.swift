import WaldoTime

/// A node as the engine computes it: without names, its state by its index among those of its kind.
struct GraphStep: Sendable {
    /// What is computed.
    enum Operation: Sendable {
        case window(Int)
        case rate(per: Int64)
        case deadTime(tau: Double, uncertainty: Double)
        case minusNode(factor: Double)
        case minusConstant(Double, error: Double)
        case scale(by: Double, uncertainty: Double)
        case polynomial(Int)
        case mean(Int)
        case spot(Int)
        case median(Int)
        case average(Int)
        case integral(Int)
        case flag(low: Double, high: Double, factor: Double)
        case alarm(Int)
        case anomaly(Int, alarm: Int)
        case thin(Int)
        case pass
    }

    let operation: Operation
    /// The indices of the value that has it computed, of the one that goes with it, and of the result.
    let input: Int, other: Int, result: Int
}
