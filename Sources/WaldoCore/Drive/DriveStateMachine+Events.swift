import WaldoTime

extension DriveStateMachine {
    /// Applies the event. Returns whether to evaluate the controls: not in the middle of an input's report.
    mutating func apply(_ event: DriveEvent) -> Bool {
        switch event {
        case .input(let event):
            inputChangedAt = now
            return apply(event)
        case .inputAdded(let state):
            hasInput = true
            inputIsSilent = false
            adopt(state, isAdded: true)
            closeGates()
        case .inputResynced(let state):
            inputChangedAt = now
            adopt(state)
        case .inputLost:
            hasInput = false
            inputIsSilent = false
            adopt(InputState())
            halt(.inputLost)
        case .inputSilent:
            inputIsSilent = true
            halt(.silent)
        case .inputHeard:
            inputIsSilent = false
            closeGates()
        case .finger(let event): apply(event)
        case .deadline: break
        case .link(let event): apply(event)
        case .operator(let action): apply(action)
        case .halt(let reason): halt(reason)
        case .played(let numbers):
            haltParking()
            applyPlayed(numbers)
        case .replayed(let motion):
            haltParking()
            enqueue(motion)
        case .reported(let numbers): applyReported(numbers)
        case .unreported:
            guard encoder.awaitReports(at: now) else { break }
            if arm.steps.beginMoves { stop() }
            halt(.unreported)
        case .answered: if encoder.noteAnswer(at: now) { notices.insert(.answer) }
        case .sensor(let bytes): encoder.enqueueSensorBytes(bytes)
        case .shutdown:
            isEnding = true
            halt(.ending)
            encoder.endSteps(at: now, mayGoLimp: parking.mayGoLimp)
        }
        return true
    }

    private mutating func apply(_ event: InputEvent) -> Bool {
        for index in sliders.indices { sliders[index].apply(event) }
        for index in joysticks.indices { joysticks[index].apply(event) }
        guard case .key(let code, let down) = event else { return event.isReport }
        let interrupts = down && parking.phase.isUnderWay
        switch keys.apply(code, down: down) {
        case .stop: stop()
        case .resume: resume()
        case .recentre(let down): recentre(down: down)
        case .enableReleased: halt(.enable)
        case .enablePressed: break
        case .precise: updatePrecision()
        case .profile: nextProfile()
        case .park: park()
        case nil: if !interrupts { return false }
        }
        // Unless what the key does has halted already.
        if interrupts { haltParking() }
        return true
    }

    private mutating func apply(_ event: LinkEvent) {
        // The command in flight has arrived, or was discarded.
        if event == .ready { commit() }
        if event == .refused { encoder.discard() }
        if encoder.script != nil, encoder.keepsStall(event) { return }
        // A loss is reported by the write that failed and by the link itself, a stall by each frame that it holds.
        if event == .down && !link.isUp || event == .stalled && link.isStalled { return }
        if encoder.follow(event, at: now) { notices.insert(.dropped) }
        switch event {
        case .up(let takenOver), .opened(let takenOver):
            // Starting a replay or a raster is the consent to its first link.
            let isConsented = isPlayed && !linkWasUp
            if linkWasUp || takenOver { halt(.linkBack) } else { closeGates() }
            if arm.steps.beginMoves, !isConsented { stop() }
            if !link.isOpening { linkWasUp = true }
        case .flowing: linkWasUp = true
        case .down: halt(.linkLost)
        case .stalled: halt(.stalled)
        // The reason comes with the event that follows.
        case .failsafe:
            encoder.halt(at: now)
            closeGates()
            let now = now
            playback?.motions.cut(at: now)
        case .ready, .busy, .refused, .windowFull: break
        }
    }

    private mutating func apply(_ action: OperatorAction) {
        if action.interruptsParking { haltParking() }
        switch action {
        case .stop: stop()
        case .stopHeld(let source):
            heldStops.hold(source)
            stop()
        case .stopReleased(let source): heldStops.release(source, at: now)
        case .resume: resume()
        case .recentre(let down): recentre(down: down)
        case .precise(let isOn):
            isPrecise = isOn
            updatePrecision()
        case .nextProfile: nextProfile()
        case .park: park()
        case .parkAtEnd: park(isOver: true)
        }
    }

    private mutating func adopt(_ state: InputState, isAdded: Bool = false) {
        let isAdded = isAdded && mapping.learnsRests
        let wasStopDown = keys.isStopDown, wasDisabled = keys.isDisabled, wasRecentreDown = keys.isRecentreDown
        for index in sliders.indices { sliders[index].adopt(state, isAdded: isAdded) }
        for index in joysticks.indices { joysticks[index].adopt(state, isAdded: isAdded) }
        keys.adopt(state)
        updatePrecision()
        if keys.isStopDown && !wasStopDown { stop() }
        if keys.isDisabled && !wasDisabled && hasInput { halt(.enable) }
        if keys.isRecentreDown != wasRecentreDown { recentre(down: keys.isRecentreDown) }
    }
}

extension InputEvent {
    var isReport: Bool { if case .report = self { true } else { false } }
}
