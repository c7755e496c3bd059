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

    /// The options for what is surveyed.
    static func surveyed(_ setup: Setup, _ folder: TemporaryFolder, _ gpsd: GPSDStandIn?) throws -> [String] {
        let store = ["--survey", folder.path + "/survey.gpkg"]
        switch setup.survey {
        case nil: return []
        case .sensor(let silent):
            let graph = try folder.write(Files.halting(silent: silent), to: "graph.yaml")
            return store + ["--sensor", "iac-gamma", "--graph", graph]
        case .demo:
            return store + ["--sensor", "demo", "--locate", "gpsd=127.0.0.1:\(gpsd?.port ?? 0)"]
        }
    }
}
