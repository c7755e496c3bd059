import WaldoCore
import WaldoFiles
import WaldoSimulator

/// What the drive's link is called, wherever it is shown or recorded.
extension DrivePlan {
    /// Where the commands go, as screens show it.
    var destination: Transport {
        switch (transport, arm.link) {
        case (.arm, .bluetooth): .shield
        case (.arm, .serial): .serial
        case (.override, _): .override
        case (.simulation, _): .simulated
        }
    }

    /// What the arm's link looks for: the shield that is named, or the port; nil: any shield of the arm's.
    var wantedLink: String? {
        switch arm.link {
        case .bluetooth: shield ?? usualShield
        case .serial(let profile): profile.path
        }
    }

    /// What the header of a recording states of the link.
    var recordedLink: RecordingHeader.Link {
        switch transport {
        case .arm: .arm
        case .override: .override
        case .simulation(let options): .simulation(options: options.text, sensor: simulatedSensor?.source)
        }
    }
}
