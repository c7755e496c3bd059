import WaldoCore
import WaldoTerminal

/// What the operator can do, in words.
extension DrivePlan {
    /// The keys of the terminal and what they do, without those of the mapping.
    func terminalKeys(_ releases: Terminal.Releases) -> [DashboardView.KeyHelp] {
        let own: [DashboardView.KeyHelp] =
            switch (holder, releases) {
            // A protocol that reports releases gives the places of the keys as well.
            case (.input(.terminal), .reported): [.init(["letters"], "by their place (US)")]
            case (.input(.terminal), .guessed): [.init(["letters"], "as printed")]
            case (.input(.terminal), .unknown): []
            case (.input, _): [.init(["Space", "Escape"], "stops"), .init(["Enter"], "resumes")]
            case (.recording, _): [.init(["Space", "Escape"], "stops"), .init(["P"], "pauses"), .init(["N"], "steps")]
            case (.raster, _):
                [
                    .init(["Space", "Escape"], "stops"), .init(["P"], "pauses"), .init(["Enter"], "goes on"),
                    .init(["N"], "leaves the point out"),
                ]
            }
        let park: [DashboardView.KeyHelp] = arm.park != nil && !isPlayed ? [.init(["End"], "parks and ends")] : []
        let program: [DashboardView.KeyHelp] = [.init(["?"], "all keys"), .init(["Ctrl-C"], "ends")]
        // How letters are read is a note: the first that gives way.
        return needsTerminal ? park + program + own : own + park + program
    }

    /// How to go on after a stop, for the operator.
    /// - Parameter keys: the input's own keys for it, as people call them.
    func afterStop(_ keys: [String] = []) -> String {
        switch holder {
        case .input(.terminal), .input(.demo): "press Enter with the controls at rest"
        case .input(.panel): "press Resume on the panel, or Enter, with the controls at rest"
        case .input(.evdev):
            "press \((["Enter"] + keys.filter { $0 != "Enter" }.prefix(1)).joined(separator: " or ")) with the controls at rest"
        case .recording: "the replay ends"
        case .raster: "press Enter: the point is measured again"
        }
    }

    /// How a lost input comes back, for the operator.
    var afterLoss: String {
        if case .input(.panel) = holder { return "open the panel" }
        return "plug the pad in" + (panel == nil ? "" : ", or open the panel")
    }
}
