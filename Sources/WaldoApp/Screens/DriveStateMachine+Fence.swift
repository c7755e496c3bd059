import WaldoCore

extension DriveStateMachine {
    /// What the fence holds back, for people: "the fence holds elbow: table"; empty: nothing.
    var fenceText: String {
        let held = arm.channels.compactMap { channel in
            heldFence(of: channel).map { "\(arm.profiles[channel].name): \(SafeText.escaped($0.name))" }
        }
        return held.isEmpty ? "" : "the fence holds \(held.joined(separator: ", "))"
    }
}
