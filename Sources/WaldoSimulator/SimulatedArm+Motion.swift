import WaldoCore
import WaldoTime

extension SimulatedArm {
    /// A frame sets a channel.
    mutating func set(_ channel: Channel, _ value: Int32, at time: Instant) {
        acts.append(SimulatedAct(at: time, .set(channel, value)))
        let before = states[channel].number
        states[channel].number = value
        states[channel].heard = time
        let behaviour = model.behaviours[channel.index]
        switch behaviour.motion {
        case .action: act(channel, value, at: time)
        case .rate(let maxRate):
            guard value != before || !segments[channel].isMoving(at: time) else { break }
            let range = arm.profiles[channel].range
            let rate = maxRate * ((Double(value) - Double(range.zero)) / range.greatest)
            let now = segments[channel].value(at: time)
            replace(channel, Segment(from: now, rate: rate, at: time, limits: behaviour.limits), at: time)
        case .frames(let steps, let length, let takes):
            let zero = arm.profiles[channel].range.zero
            guard value != zero else {
                stop(channel, at: time)
                break
            }
            var phase = states[channel].phase
            // Back from one rest to the one before it are the steps that led from there.
            if value < zero { phase = (phase + steps.count - 1) % steps.count }
            let count = steps[phase]
            states[channel].phase = value < zero ? phase : (phase + 1) % steps.count
            let now = segments[channel].value(at: time), distance = Double(count) * length
            let end = clamped(value < zero ? now - distance : now + distance, behaviour.limits)
            replace(
                channel, Segment(from: now, to: end, at: time, until: time + takes * Int(count)), at: time)
        case .position:
            move(channel, to: Double(value), at: time)
        }
        deafen(channel, behaviour.deaf, at: time)
    }

    /// Moves a position to a number at its pace.
    mutating func move(_ channel: Channel, to number: Double, at time: Instant) {
        let behaviour = model.behaviours[channel.index]
        guard case .position(let takes, let delay) = behaviour.motion else { return }
        let target = clamped(number, behaviour.limits), segment = segments[channel]
        let isDeaf = behaviour.deaf != .never
        if !isDeaf, segment.isMoving(at: time), segment.to == target { return }
        let now = segment.value(at: time), begin = time + delay
        let until = begin.later(byMicroseconds: ((target - now).magnitude * takes).rounded())
        replace(channel, Segment(from: now, to: target, at: begin, until: until), at: time)
    }

    /// A position's or a velocity's motion ends where it is.
    mutating func stop(_ channel: Channel, at time: Instant) {
        if arm.profiles[channel].mode == .velocity { states[channel].number = arm.profiles[channel].range.zero }
        guard segments[channel].isMoving(at: time) else { return }
        replace(channel, Segment(resting: segments[channel].value(at: time)), at: time)
    }

    private mutating func replace(_ channel: Channel, _ segment: Segment, at time: Instant) {
        segments[channel] = segment
        base.change(channel, to: segment.rate, at: time)
    }

    private func clamped(_ value: Double, _ limits: ClosedRange<Double>?) -> Double {
        limits.map { min(max(value, $0.lowerBound), $0.upperBound) } ?? value
    }

    // MARK: actions

    private mutating func act(_ action: Channel, _ value: Int32, at time: Instant) {
        guard value != 0 else {
            let moved = states[action].moved
            for channel in arm.channels where moved & 1 << UInt8(channel.index) != 0 { stop(channel, at: time) }
            states[action].moved = 0
            return
        }
        let until = time + (arm.profiles[action].busy?.base ?? .zero)
        var moved: UInt8 = 0
        func go(_ channel: Channel, _ target: Double) {
            moved |= 1 << UInt8(channel.index)
            let from = segments[channel].value(at: time)
            let target = clamped(target, model.behaviours[channel.index].limits)
            replace(channel, Segment(from: from, to: target, at: time, until: until), at: time)
        }
        let count = arm.profiles[action].action?.sets.count ?? 0
        for index in 0..<count {
            guard let setting = arm.profiles[action].action?.sets[index] else { break }
            go(setting.channel, Double(setting.value))
        }
        for channel in self.moved where homes[channel.index] == action { go(channel, 0) }
        states[action].moved = moved
    }

    // MARK: deafness and the watchdog

    private mutating func deafen(_ channel: Channel, _ deaf: ArmModel.Deafness, at time: Instant) {
        let until: Instant
        switch deaf {
        case .never: return
        case .span(let span): until = time + span
        case .moving:
            // What holds until the next frame has no end to wait for.
            switch model.behaviours[channel.index].motion {
            case .rate, .action: return
            case .frames, .position: until = max(time, segments[channel].until)
            }
        }
        deafUntil = max(deafUntil, until)
        free = max(free, until)
    }

    /// A frame was acted on: the time of silence starts again.
    mutating func noteFrame(at time: Instant) {
        watch()
        if let silence = arm.silence { silenceDue = time + silence.after }
    }

    /// The board has heard nothing for too long.
    mutating func actOnSilence(at time: Instant) {
        silenceDue = .never
        guard let action = arm.silence?.action else { return }
        acts.append(SimulatedAct(at: time, .silence(action)))
        account.silences += 1
        for channel in moved {
            switch (arm.profiles[channel].mode, action) {
            case (.velocity, _), (_, .hold), (_, .limp): stop(channel, at: time)
            case (.position, .home): move(channel, to: Double(arm.profiles[channel].start), at: time)
            default: break
            }
        }
        watch()
    }

    /// Looks which velocity the watchdog would stop next. A firmware that is deaf does not run it.
    mutating func watch() {
        var due = Instant.never
        for channel in moved {
            guard let silence = model.behaviours[channel.index].watchdog,
                states[channel].number != arm.profiles[channel].range.zero
            else { continue }
            due = min(due, max(states[channel].heard + silence, deafUntil))
        }
        watchdogDue = due
    }

    /// Stops the velocities that have been silent for too long.
    mutating func stopSilent(at time: Instant) {
        for channel in moved {
            guard let silence = model.behaviours[channel.index].watchdog,
                states[channel].number != arm.profiles[channel].range.zero, time - states[channel].heard >= silence
            else { continue }
            acts.append(SimulatedAct(at: time, .watchdog(channel)))
            account.watchdogStops += 1
            stop(channel, at: time)
        }
        watch()
    }
}
