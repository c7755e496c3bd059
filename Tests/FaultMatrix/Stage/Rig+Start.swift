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
        var text = setup.holdsPositions ? Files.positionArm : Files.arm(answered: isAnswered, hasEight: cell.hasEight)
        if moment.isRaster { text += Files.pose }
        if cell.hasHand { text += Files.hand }
        var arguments = ["--arm", try folder.write(text, to: "arm.yaml"), "--wait"]
        if !setup.hasAnother { arguments += ["--shield", shield.address] }
        if setup.output != .terminal { arguments += ["--plain"] }
        if setup.hasEnable {
            let mapping = try Files.mappingWithEnable(hasHand: cell.hasHand)
            arguments += ["--mapping", try folder.write(mapping, to: "enable.yaml")]
        } else if cell.hasHand {
            arguments += ["--mapping", try folder.write(Files.handMapping, to: "hand.yaml")]
        }
        if setup.records { arguments += ["--record", recording] }
        if setup.stays { arguments += ["--stay"] }
        if setup.pages > 0 { arguments += ["--panel", "127.0.0.1:0"] }
        if moment == .replay { return ["replay", try await Shared.matrix.recording()] + arguments }
        if moment.isRaster { return ["survey", "raster", "--yes"] + raster(moment, setup) + arguments }
        return ["drive", "--input", MockInput().node] + arguments
    }

    /// The way to a point takes 20 s, and a point a minute, so that neither ends during a cell.
    private static func raster(_ moment: Moment, _ setup: Setup) -> [String] {
        let slider = "slider=\(moment == .rasterMoving ? 200 : 0)..2000/200"
        return ["--over", setup.holdsPositions ? "zx=0..90/10" : slider, "--dwell", "60s"]
    }

    /// The options for what is surveyed.
    static func surveyed(
        _ moment: Moment, _ setup: Setup, _ folder: TemporaryFolder, _ gpsd: GPSDStandIn?
    ) throws -> [String] {
        let store = [moment.isRaster ? "--to" : "--survey", folder.path + "/survey.gpkg"]
        switch setup.survey {
        case nil: return moment.isRaster ? store + ["--sensor", "demo"] : []
        case .sensor(let silent):
            let graph = try folder.write(Files.halting(silent: silent), to: "graph.yaml")
            return store + ["--sensor", "iac-gamma", "--graph", graph]
        case .demo:
            return store + [
                "--sensor", "demo", "--locate", "\(moment.isRaster ? "arm," : "")gpsd=127.0.0.1:\(gpsd?.port ?? 0)",
            ]
        }
    }
}
