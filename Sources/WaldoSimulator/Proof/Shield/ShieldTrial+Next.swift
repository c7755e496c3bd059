public import WaldoTime

extension ShieldTrial {
    /// What to do at a time.
    public mutating func next(at now: Instant) -> Act {
        for phase in flight.expire(until: now - Self.patience) { if let phase { report[phase].lost += 1 } }
        guard !isOver else { return .end }
        guard isOpen else { return open(at: now) }
        guard isUp else { return .wait(until: now + Self.patience) }
        guard isKnown else { return greet(at: now) }
        switch phase {
        case .single: return send(0, every: .zero, window: 1, at: now)
        case .paced: return send(Self.velocity, every: interval, window: Self.pacedWindow, at: now)
        case .fast: return send(Self.velocity, every: .zero, window: Self.fastWindow, at: now)
        case .silence: return listen(at: now)
        case .reconnects: return reconnect(at: now)
        }
    }

    /// The part that is done, 0 to 1.
    public func progress(at now: Instant) -> Double {
        let rest: Double
        switch phase {
        case .single, .paced, .fast:
            let done = begun.map { (now - $0).inSeconds / part.inSeconds } ?? 0
            rest = 0.25 * min(1, done) + (phase == .single ? 0 : phase == .paced ? 0.25 : 0.5)
        case .silence: rest = 0.75 + 0.05 * Double(report.stops.count) / Double(Self.silences)
        case .reconnects: rest = 0.8 + 0.2 * Double(report.reconnects.count) / Double(Self.reconnects)
        }
        return min(1, rest)
    }

    private mutating func finish(_ ending: ShieldReport.Ending) -> Act {
        isOver = true
        report.ending = ending
        return .end
    }

    // MARK: the link

    private mutating func open(at now: Instant) -> Act {
        if let closedAt {
            guard now >= closedAt + pause else { return .wait(until: closedAt + pause) }
            openedAt = now
        }
        isOpen = true
        return .open
    }

    /// Sends zero frames alone until one is answered.
    private mutating func greet(at now: Instant) -> Act {
        let end = greetedSince + Self.greetingTime
        guard now < end else { return finish(wasKnown ? .silent : .noEcho) }
        if let greetedLast, now < greetedLast + Self.greetingPause {
            return .wait(until: min(end, greetedLast + Self.greetingPause))
        }
        return .write(frames.frame(flight.next, velocity: 0))
    }

    private mutating func reconnect(at now: Instant) -> Act {
        guard report.reconnects.count < Self.reconnects else { return finish(.whole) }
        forget()
        isOpen = false
        closedAt = now
        return .close
    }

    // MARK: frames

    private mutating func begin(_ phase: ShieldPhase, at now: Instant) -> Act {
        if let begun { report[self.phase].time = min(part, now - begun) }
        self.phase = phase
        begun = nil
        return next(at: now)
    }

    private mutating func send(_ velocity: Int32, every interval: TimeSpan, window: Int, at now: Instant) -> Act {
        let begun = begun ?? now
        self.begun = begun
        let end = begun + part
        guard now < end else {
            // What is on its way still counts.
            if let oldest = flight.oldest { return .wait(until: oldest + Self.patience) }
            return begin(phase == .single ? .paced : phase == .paced ? .fast : .silence, at: now)
        }
        if flight.count >= window, let oldest = flight.oldest { return .wait(until: min(end, oldest + Self.patience)) }
        guard interval == .zero || now >= due else { return .wait(until: min(end, due)) }
        return .write(frames.frame(flight.next, velocity: velocity))
    }

    private mutating func listen(at now: Instant) -> Act {
        if let silence, now >= silence.end {
            report.stops.append(ShieldReport.Stop(board: nil, seen: nil))
            self.silence = nil
        }
        guard report.stops.count < Self.silences else {
            if let oldest = flight.oldest { return .wait(until: oldest + Self.patience) }
            return begin(.reconnects, at: now)
        }
        let silence = silence ?? ShieldSilence(at: now)
        self.silence = silence
        guard silence.isMoving else { return .wait(until: silence.end) }
        guard now >= due else { return .wait(until: min(silence.end, due)) }
        return .write(frames.frame(flight.next, velocity: Self.velocity))
    }
}
