extension Arm {
    /// States where a position stands at the start, of the arm and of its simulation.
    /// - Parameter number: in units of 10^-decimals.
    public mutating func start(_ channel: Channel, at number: Int32) {
        profiles[channel].start = number
        model?.behaviours[channel.index].start = Double(number)
    }
}
