internal import WaldoBus
internal import WaldoCore
internal import WaldoLoop

/// Keeps what is on its way within the window. What a read's answer proves: bluetoothd sends queued writes before a queued
/// read, and a shield takes them in that order. So the read counts for what bluetoothd had taken out of our socket when it
/// was asked for, and for nothing that was in the socket still.
extension ShieldLink {
    /// Objects are told one after the other; what can be read may come after what is written to.
    private static let resolveTime: Microseconds = .seconds(1)
    private static let firstReadTime: Microseconds = .seconds(2)
    /// bluetoothd ends a link that leaves a request unanswered for 30 s; no answer within this time means that it hangs.
    private static let readTime: Microseconds = .seconds(60)
    private static let mostTried = 4
    /// Once may be chance.
    private static let mostEndings = 2

    // MARK: finding a proof

    /// Finds a characteristic whose reading proves that earlier writes left, by reading it. Gives a remark if there is none.
    func findProof(_ found: Device) async throws(BlueZError) -> String? {
        let drops = session.tree.drops[found.path] ?? 0
        _ = await session.wait(until: Monotonic.now() + Self.resolveTime) {
            session.tree.device(found.path)?.servicesResolved == true || hasDropped(found, drops)
        }
        let readable = session.tree.readable(
            of: found.path, ofArm: profile.service, heard: session.notifications?.path)
        let harmless = readable.filter { endings[$0.path, default: 0] < Self.mostEndings }
        var reason = readable.isEmpty ? "it has nothing that can be read" : "reading had no answer"
        for one in harmless.prefix(Self.mostTried) {
            switch await read(one.path) {
            // In progress: another program is reading it, so it can be read.
            case nil, .remote(name: "org.bluez.Error.InProgress", message: _): break
            case .remote(let name, let message):
                _ = await session.wait(until: Monotonic.now() + Self.causeTime) { hasDropped(found, drops) }
                guard !hasDropped(found, drops) else {
                    endings[one.path, default: 0] += 1
                    throw .connection(found.shield, reason: "it has disconnected")
                }
                reason = "reading was answered by \(shownName(message.isEmpty ? name : message))"
                continue
            case .some(let failure):
                endings[one.path, default: 0] += 1
                throw .from(failure, settingUp: found.shield)
            }
            endings[one.path] = nil
            proof = .read(path: one.path)
            return nil
        }
        return "writes cannot be confirmed (\(reason)), so what a stalled link holds is not bounded: "
            + "give the shield a characteristic that can be read"
    }

    private func read(_ path: String) async -> BusError? {
        await withCheckedContinuation { waiting in
            session.read(path, timeout: Self.firstReadTime) { waiting.resume(returning: $0) }
        }
    }

    // MARK: driving

    /// Notes, before a write, whether bluetoothd has taken what was written. Tells whether it has.
    @discardableResult
    func lookAtQueue(at now: Microseconds) -> Bool {
        let isTaken = unsentBytes == 0
        if isTaken { window.wasTaken(at: now) }
        return isTaken
    }

    /// bluetoothd has not taken what was written: motion waits for that.
    func hold(for socket: WriteSocket, at now: Microseconds) -> WriteOutcome {
        window.isBehind(at: now)
        isRefused = true
        socket.watchQueue()
        return .refused
    }

    /// bluetoothd has taken something, or is looked at for the first time. Stops may go again in any case.
    func socketMoved() {
        noteChange()
        guard isRefused else { return }
        isRefused = false
        events.ready()
    }

    /// Counts a frame that was handed over.
    @discardableResult
    func noteWrite(at now: Microseconds) -> WriteOutcome {
        switch proof {
        case .none: return .written
        case .reply: window.wroteAsking(at: now)
        case .read:
            window.wrote(at: now)
            askIfDue(now)
        }
        let isFlowing = window.flow == .flowing
        // The outcome tells it, as far as the road is concerned.
        if case .socket = carrier, !isFlowing, toldFlow == .flowing { toldFlow = .full }
        keepTimer(now)
        return isFlowing ? .written : .writtenLast
    }

    /// WriteValue was answered: by the shield itself, or by bluetoothd that has taken the frame.
    func noteReply() {
        if proof == .reply { window.wasAnswered(at: Monotonic.now()) }
        noteChange()
    }

    /// Sees to what follows from a change of the window.
    func noteChange() {
        let now = Monotonic.now()
        lookAtQueue(at: now)
        askIfDue(now)
        if window.flow != toldFlow {
            toldFlow = window.flow
            events.flow(window.flow)
        }
        keepTimer(now)
    }

    func windowIsDue(_ now: Microseconds) {
        window.passed(now)
        noteChange()
    }

    /// What was on its way went with the link.
    func forgetWindow() {
        proof = .none
        window = WriteWindow()
        toldFlow = .flowing
        windowTimer.disarm()
    }

    private func askIfDue(_ now: Microseconds) {
        guard case .read(let path) = proof, window.asks(at: now) else { return }
        let generation = generation
        session.read(path, timeout: Self.readTime) { [weak self] in self?.wasRead($0, generation) }
    }

    private func wasRead(_ failure: BusError?, _ generation: Int) {
        guard generation == self.generation else { return }
        let now = Monotonic.now()
        lookAtQueue(at: now)
        switch failure {
        case nil: window.wasAnswered(at: now)
        case .remote(name: "org.bluez.Error.InProgress", message: _), .timedOut: window.wasNotAnswered(at: now)
        case .disconnected: return
        case .some(let failure): return lose("what was written can no longer be confirmed: \(failure)")
        }
        noteChange()
    }

    func keepTimer(_ now: Microseconds) {
        if window.flow != toldFlow {
            windowTimer.arm(at: now)
        } else if let deadline = window.deadline {
            windowTimer.arm(at: deadline)
        } else {
            windowTimer.disarm()
        }
    }
}
