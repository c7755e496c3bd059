import Glibc
import WaldoLoop
import WaldoTestSupport
import WaldoTime

extension Rig {
    /// Brings the drive to the cell's moment.
    func reach() async throws {
        if setup.hasEnable { press(Code.tl, true) }
        // The program must find the shields by itself.
        if setup.hasAnother { return }
        switch moment {
        case .scanning:
            try await called("StartDiscovery")
            hold(.slider)
        case .connecting:
            try await called(setup.isTakenOver ? "AcquireWrite" : "Connect")
            hold(.slider)
        case .idle: try await awaitLive()
        case .sliderHeld:
            try await drive(.slider)
            if cell.hasHand { try await driveHand() }
        case .joystickHeld:
            if setup.joystickIsDead || setup.holdsPositions {
                try await awaitLive()
                hold(.joystick)
            } else {
                try await drive(.joystick)
            }
        case .midWrite:
            try await drive(.slider)
            try await beginWrite()
        case .stopping:
            try await drive(.slider)
            stoppedAt = Monotonic.now()
            press(Code.east)
            try await waitUntil("the first zero", instead: { self.history }) {
                zeros("s", since: stoppedAt!) > 0 ? () : nil
            }
        case .replay:
            try await waitUntil("the recording's motion", instead: { self.history }) {
                motions(since: 0) >= 3 ? () : nil
            }
        case .rasterMoving, .rasterMeasuring: try await reachRaster()
        }
    }

    /// Waits until the controls are live, as far as the program reports it.
    func awaitLive() async throws {
        try await called("StartNotify")
        guard setup.output == .lines else { return try await wait(350) }
        let controls = ["slider"] + (setup.joystickIsDead ? [] : ["joystick"]) + (cell.hasHand ? ["hand"] : [])
        for control in controls {
            try await waitUntil("a live \(control)", instead: { self.history }) {
                let gates = program.lines.filter { $0.contains("\"control\":\"\(control)\"") }
                return gates.last?.contains("\"state\":\"open\"") == true ? () : nil
            }
        }
    }

    /// Drives with a control until a few frames have moved the arm. A control that is still dead is released and held
    /// again.
    func drive(_ control: Hold) async throws {
        if shield.arrivals.isEmpty { try await awaitLive() }
        for _ in 0..<4 {
            let begin = Monotonic.now()
            hold(control)
            let channel: Character = control == .slider ? "s" : "x"
            let moves: Void? = try? await waitUntil("motion", within: .milliseconds(800)) {
                frames(since: begin).count { $0.isMotion && $0.channel == channel } >= 2 ? () : nil
            }
            if moves != nil { return }
            letGo()
            try await wait(350)
        }
        throw DidNotHappen("the \(control) does not drive\n\(history)")
    }

    /// Moves the hand until both of its joints have moved.
    private func driveHand() async throws {
        hold(.hand)
        try await waitUntil("both joints of the hand", instead: { self.history }) {
            "hj".allSatisfy { joint in frames(since: 0).count { $0.channel == joint } >= 2 } ? () : nil
        }
    }

    /// From now on writes are not taken, or not answered; waits until a frame is in flight like this.
    private func beginWrite() async throws {
        if setup.writesBySocket {
            try await shield.report("deaf ADDRESS")
            let arrived = shield.arrivals.count
            try await waitUntil("a frame in the socket", instead: { self.history }) {
                program.lines.count { $0.contains("\"bytes\"") } > arrived ? () : nil
            }
        } else {
            try await shield.report("hold WriteValue")
            let arrived = shield.arrivals.count
            try await waitUntil("a write in flight", instead: { self.history }) {
                shield.arrivals.count > arrived ? () : nil
            }
        }
    }

    /// Delivers what the moment has held back: the shield's advertisement, or an answer.
    func proceed() async throws {
        switch moment {
        case .scanning: try await shield.report("speak ADDRESS")
        case .connecting: try await shield.report("heal Connect")
        case .midWrite:
            answeredAt = answeredAt ?? Monotonic.now()
            try await shield.report(setup.writesBySocket ? "hearing ADDRESS" : "heal WriteValue")
        default: break
        }
    }

    func called(_ member: String, beyond calls: Int = 0) async throws {
        try await waitUntil("\(member) is called", within: .seconds(20), instead: { self.history }) {
            shield.calls(member) > calls ? () : nil
        }
    }

    func zeros(_ channel: Character, since time: Instant) -> Int {
        frames(since: time).count { $0.isZero && $0.channel == channel }
    }
}
