import WaldoCore

/// A bar across the whole width: a word, and a text that explains it.
struct Banner: Equatable {
    var word: String
    var text: String
    var ink: Ink
    /// Whether its ground is filled. One that is not has brackets around its word: it asks for nothing.
    var isFilled = true

    /// The word as it is written: with brackets, or with spaces of the same width.
    var written: String { isFilled ? " \(word) " : "[\(word)]" }

    /// Where the commands go: LIVE, and nothing else, if an arm may move by them.
    init(transport view: DashboardView) {
        let status = view.status
        switch status.transport {
        case .override: self.init("OVERRIDE", "nothing is transmitted", .strong, isFilled: false)
        case .simulated: self.init("SIMULATED", "the arm is simulated", .strong, isFilled: false)
        case .shield, .serial:
            let isLost = status.hasBeenConnected || status.link.phase == .lost
            self =
                status.link.phase.isUp
                ? Banner("LIVE", "commands move the arm", .liveBar)
                : Banner(isLost ? "LIVE, link lost" : "LIVE, no link yet", "", .strong, isFilled: false)
        }
    }

    /// The most important reason why the arm does not move; without one, whether the controls are in use.
    /// - Parameter columns: the columns for its text.
    init(state view: DashboardView, columns: Int) {
        let gate = view.gate?.text(columns: columns)
        if let end = view.status.endText {
            self.init("ENDED", end, .calmBar)
        } else if view.status.halt == .stopped {
            // One step at a time: the arm has to be at rest, and a held control released before a resume.
            let moving = view.hand?.isMoving == true ? "the arm is still finishing its move" : nil
            let held = view.stopHolder.isEmpty ? nil : "let go of \(view.stopHolder), which holds the stop"
            self.init("STOPPED", moving ?? held ?? gate ?? view.resumeText, .alarmBar)
        } else if view.status.isParking {
            self.init("PARKING", "any key or control halts it", .warningBar)
        } else if view.status.input.name == nil, !view.status.hasLinkBegun {
            self.init("NO INPUT", Self.clause(view.status.input.waitingFor, columns), .warningBar)
        } else if let link = Banner(link: view.status.link) {
            self = link
        } else if view.status.input.name == nil {
            self.init("NO INPUT", view.inputText, .alarmBar)
        } else if let gate {
            self.init("WAITING", gate, .warningBar)
        } else if let replay = view.replay {
            self.init(replay: replay, isMoving: view.isDriving)
        } else if view.isDriving {
            self.init("DRIVING", Self.drivingText(view.limits, columns), .goodBar)
        } else {
            self.init("READY", "move a control to drive", .good, isFilled: false)
        }
    }

    /// What limits the motion, as much of it as there is space for.
    private static func drivingText(_ limits: [String], _ columns: Int) -> String {
        guard var text = limits.first else { return "the controls are held" }
        for limit in limits.dropFirst() where CellWidth.cells(text) + 2 + CellWidth.cells(limit) <= columns {
            text += ", " + limit
        }
        return text
    }

    private init(replay: ReplayProgress, isMoving: Bool) {
        let isRaster = !replay.text.isEmpty, ink: Ink = isMoving ? .goodBar : .good
        if replay.isPaused {
            self.init("PAUSED", isRaster ? replay.text : "the recording is stopped here", .warningBar)
        } else if isRaster {
            self.init("RASTER", replay.text, ink, isFilled: isMoving)
        } else {
            self.init("REPLAYING", "the recording holds the controls", ink, isFilled: isMoving)
        }
    }

    /// What keeps commands from the arm; nil: the link carries them, or is none.
    private init?(link: LinkStatus) {
        switch link.phase {
        case .connected, .absent: return nil
        case .waiting, .noPort:
            self.init("NO LINK", link.detail.isEmpty ? "nothing moves without one" : link.detail, .warningBar)
        case .scanning: self.init("NO LINK", "listening for the shield", .warningBar)
        case .connecting: self.init("NO LINK", "connecting to the shield", .warningBar)
        case .stalled: self.init("STALLED", link.detail, .alarmBar)
        case .lost: self.init("LINK LOST", link.detail, .alarmBar)
        }
    }

    /// What an input is waited for, without the explanation in the log if that has no space.
    private static func clause(_ detail: String, _ columns: Int) -> String {
        guard !detail.isEmpty else { return "waiting for one" }
        guard CellWidth.cells(detail) > columns else { return detail }
        let end = [" (", ": "].compactMap { detail.firstRange(of: $0)?.lowerBound }.min()
        return String(detail[..<(end ?? detail.endIndex)])
    }

    init(_ word: String, _ text: String, _ ink: Ink, isFilled: Bool = true) {
        (self.word, self.text, self.ink, self.isFilled) = (word, text, ink, isFilled)
    }
}

extension DriveStatus {
    /// Whether the link has been begun: it waits for the input.
    fileprivate var hasLinkBegun: Bool { link.phase != .waiting || !link.detail.isEmpty }
}
