import WaldoCore
import WaldoTerminal
import WaldoTime

/// What screens show of the controls.
extension DriveStateMachine {
    /// The controls that move a channel of this arm or send one of its actions, in the mapping's order.
    /// - Parameters:
    ///   - names: what the input's axes and keys are called.
    ///   - reported: where the arm itself reports that it is.
    func controlStatuses(
        _ names: ControlNames, isPlayed: Bool, reported: PerChannel<Int32?>?, at now: Instant
    ) -> [ControlStatus] {
        usableControls.map { status($0, names, isPlayed: isPlayed, reported, at: now) }
    }

    /// The channels that have no control of their own and yet move: those of a recording that is played as sliders,
    /// or the joints of the hand.
    func followers(isPlayed: Bool, reported: PerChannel<Int32?>?, at now: Instant) -> [ControlStatus] {
        uncontrolled.filter { isPlayed || isMovedByHand($0, inForce: false) }.map { channel in
            let axis = axis(channel, reported, at: now)
            var status = ControlStatus(isPlayed ? .slider : .joint, axis.channel, x: axis)
            if isPlayed {
                status.deflection.x = axis.isPosition ? 0 : axis.normalised
                status.isPlayed = axis.isPosition
            } else {
                (status.isInProfile, status.isMovedByHand) = (false, isMovedByHand(channel))
            }
            return status
        }
    }

    /// The controls that move a channel of this arm, or send one of its actions.
    var usableControls: [Control] {
        mapping.allControls.filter { control in
            let (x, y) = channels(of: control)
            return x != nil || y != nil || handAxis(of: control, isY: false) != nil
                || handAxis(of: control, isY: true) != nil
        }
    }

    /// The names of the channels that no control moves, not even one of the hand.
    var namesUnmoved: [String] {
        uncontrolled.filter { !isMovedByHand($0, inForce: false) }.map { arm.profiles[$0].name }
    }

    /// What opens the gates; nil when they are open or the operator can do nothing.
    func gate(_ names: ControlNames) -> DashboardView.Gate? {
        let states = mapping.allControls.map { ($0, gateState($0)) }.filter { $0.1 != .open && $0.1 != .profile }
        guard let first = states.first else { return nil }
        if first.1 == .enable { return .wait("hold the enable key") }
        if first.1 == .parking { return .wait("the arm is being parked") }
        if first.1 == .begin { return .wait("the arm's answer") }
        let controls = states.compactMap { control, _ -> DashboardView.HeldControl? in
            let sources = toRelease(control, names)
            return sources.isEmpty ? nil : .init(mapping.controls[control.index].name(on: arm), sources)
        }
        if !controls.isEmpty { return .release(controls) }
        return states.contains { $0.1 == .settling } ? .wait("a moment of rest") : nil
    }

    /// What has to be released before the control's gate opens; empty: nothing.
    private func toRelease(_ control: Control, _ names: ControlNames) -> String {
        let state = gateState(control)
        return state == .held || state == .stopped ? namesHeld(control, names) : ""
    }

    /// What has to be released, as people call it.
    func namesHeld(_ control: Control, _ names: ControlNames) -> String {
        let sources = heldSources(control)
        func axis(_ code: UInt16) -> String {
            names.axis(mapping.axes.first { $0.code == code } ?? AxisSource(code))
        }
        let codes = sources.compactMap { if case .axis(let code) = $0 { code } else { nil as UInt16? } }
        // Both axes of a stick have one name.
        let axes = codes.compactMap { code in mapping.axes.first { $0.code == code } }
        if axes.count == 2, sources.count == 2 { return names.axes(axes[0], axes[1]) }
        return sources.map { source in
            switch source {
            case .axis(let code): axis(code)
            case .offCentre(let code, let percent): "\(axis(code)), \(percent) % off its centre"
            case .key(let code): names.key(code)
            case .finger: "finger"
            }
        }.joined(separator: " ")
    }

    /// The channels that no control of their own moves.
    private var uncontrolled: [Channel] {
        let moved = mapping.allControls.map { channels(of: $0) }
        return arm.movingChannels.filter { channel in !moved.contains { $0.x == channel || $0.y == channel } }
    }

    private func status(
        _ control: Control, _ names: ControlNames, isPlayed: Bool, _ reported: PerChannel<Int32?>?, at now: Instant
    ) -> ControlStatus {
        let described = mapping.controls[control.index], (x, y) = channels(of: control)
        let deflection = deflection(of: control)
        var status = ControlStatus(
            described.isButton ? .button : described.isSlider ? .slider : .joystick, described.name(on: arm),
            of: control)
        if !described.isButton {
            status.x = x.map { axis($0, reported, at: now) } ?? handAxis(control, isY: false, deflection.x)
            status.y = y.map { axis($0, reported, at: now) } ?? handAxis(control, isY: true, deflection.y)
        }
        // During a replay the recording sets the position; there is no deflection.
        status.isPlayed = isPlayed && described.isSlider && status.holdsPosition
        if !status.isPlayed { status.deflection = .init(x: deflection.x, y: deflection.y) }
        status.gate = gateState(control)
        status.toRelease = toRelease(control, names)
        status.isInProfile = isPlayed || isInForce(control)
        let channels = [x, y].compactMap(\.self)
        status.isMovedByHand = !status.isInProfile && !channels.isEmpty && channels.allSatisfy { isMovedByHand($0) }
        // Where an input and a finger are on it, the one that came first holds it.
        if isTouched(control) { status.holder = isFingered(control) ? .finger : .input }
        return status
    }

    /// An axis of the hand: the rate that is asked, in millimetres or degrees a second; nil: the control moves none.
    private func handAxis(_ control: Control, isY: Bool, _ deflection: Double) -> ControlStatus.Axis? {
        guard let hand = handAxis(of: control, isY: isY) else { return nil }
        let rate = Int32(hand.rate.rounded()), range = ValueRange(low: -rate, high: rate)
        let asked = range.quantised(deflection * precision)
        return ControlStatus.Axis(
            ChannelNumber(asked, decimals: 0), of: "hand.\(hand.axis.rawValue)",
            normalised: range.normalised(Double(asked)), isPosition: false, range: range)
    }

    private func axis(_ channel: Channel, _ reported: PerChannel<Int32?>?, at now: Instant) -> ControlStatus.Axis {
        let profile = arm.profiles[channel], decimals = profile.range.decimals, number = number(channel, at: now)
        return ControlStatus.Axis(
            ChannelNumber(number, decimals: decimals), of: profile.name,
            normalised: profile.range.normalised(Double(number)), isPosition: profile.mode == .position,
            isAssumed: isAssumed(channel),
            reported: reported.flatMap { $0[channel] }.map { ChannelNumber($0, decimals: decimals) },
            range: profile.range, travel: profile.limits?.travel)
    }

    /// Whether the profile in force has a control, or none has it.
    func isInForce(_ control: Control) -> Bool {
        guard let profile else { return true }
        return profile.controls.contains(control) || !mapping.profiles.contains { $0.controls.contains(control) }
    }
}
