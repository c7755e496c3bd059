import WaldoCore

extension DriveStateMachine {
    /// What the fence holds back, for people: "the fence holds elbow: table"; empty: nothing.
    var fenceText: String {
        let held = arm.channels.compactMap { channel in
            heldFence(of: channel).map { "\(arm.profiles[channel].name): \(SafeText.escaped($0.name))" }
        }
        return held.isEmpty ? "" : "the fence holds \(held.joined(separator: ", "))"
    }

    /// What keeps the arm from what is asked of it, the most important first; empty: nothing.
    var limitTexts: [String] {
        let ended = jointsAtEnd.map { arm.profiles[$0].name }
        let percent = handShare.map { Int(($0 * 100).rounded()) } ?? 100
        return [
            fenceText, ended.isEmpty ? "" : "at the end: \(ended.joined(separator: ", "))",
            percent < 100 ? "the hand does \(max(0, percent)) % of what is asked" : "",
        ].filter { !$0.isEmpty }
    }
}
