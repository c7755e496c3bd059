import WaldoTestSupport

/// How a cell's shield and program are started.
extension Rig {
    static func shield(_ moment: Moment, _ setup: Setup) async throws -> FakeShield {
        var options: [String] = []
        if moment == .scanning { options.append("quiet") }
        if setup.isTakenOver { options.append("connected") }
        if let pause = setup.miserliness { options.append("miserly=\(pause)") }
        let shield = try await FakeShield(options.joined(separator: " "))
        if setup.isTakenOver {
            try await shield.report("hold ReadValue")
        } else if moment == .connecting {
            try await shield.report("hold Connect")
        }
        return shield
    }

    static func arguments(
        _ cell: Cell, _ setup: Setup, _ folder: TemporaryFolder, _ shield: FakeShield, _ recording: String
    ) async throws -> [String] {
        let moment = cell.moment
        let isAnswered = setup.isAnswered || moment == .midWrite && !setup.writesBySocket
        let text = setup.holdsPositions ? Files.positionArm : Files.arm(answered: isAnswered, hasEight: cell.hasEight)
        var arguments = ["--arm", try folder.write(text, to: "arm.yaml"), "--wait"]
        if !setup.hasAnother { arguments += ["--shield", shield.address] }
        if setup.output != .terminal { arguments += ["--plain"] }
        if setup.hasEnable {
            arguments += ["--mapping", try folder.write(try Files.mappingWithEnable(), to: "enable.yaml")]
        }
        if setup.records { arguments += ["--record", recording] }
        if setup.stays { arguments += ["--stay"] }
        if setup.pages > 0 { arguments += ["--panel", "127.0.0.1:0"] }
        if moment == .replay { return ["replay", try await Shared.matrix.recording()] + arguments }
        return ["drive", "--input", MockInput().node] + arguments
    }
}
