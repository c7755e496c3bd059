/// The fence: what the controls ask of positions, shortened to what enters none of its regions.
extension DriveStateMachine {
    /// The region of the fence that holds a channel back; nil: none does.
    public func heldFence(of channel: Channel) -> ArmFence.Region? {
        let index = heldRegion(channel)
        guard let fence, index > 0 else { return nil }
        return fence.regions[index - 1]
    }

    /// The names of the regions that hold a channel back, each once; empty: none does.
    public var heldFences: [String] {
        var names: [String] = []
        for channel in encoder.channels {
            guard let name = heldFence(of: channel)?.name, !names.contains(name) else { continue }
            names.append(name)
        }
        return names
    }

    /// Bounds every frame that is proposed next: the way of all channels from what was sent to what it carries.
    ///
    /// A position is put back to the last number that its way may reach, one channel after the other, so that it does
    /// not jump once the way is free. An action whose positions are behind a fence is not sent.
    mutating func keepOutOfFence() {
        guard let fence else { return }
        let before = heldRegions, place = place(by: fence)
        var asked = place.other
        for channel in encoder.channels {
            guard encoder.rules[channel].mode == .position else { continue }
            guard !isPending(channel) else {
                asked[channel] = encoder.state.channels[channel].desired
                continue
            }
            if !positions[channel].isMoving, hand.isEmpty || !hand[0].goesOn(channel) { hold(channel, by: 0) }
        }
        if asked != place.other { bound(asked, from: place, by: fence) }
        for channel in encoder.channels where !encoder.settings[channel.index].isEmpty {
            holdAction(channel, from: place, by: fence)
        }
        holdRepeats(from: place, by: fence)
        if heldRegions != before { notices.insert(.fence) }
    }

    /// Where the arm may be by what was sent: behind an action that was cut short it is somewhere on its way.
    func place(by fence: Fence) -> FencePlace {
        var place = FencePlace(encoder.allLastSent)
        for channel in encoder.channels where fence.isMoved(by: channel) {
            place.one[channel] = encoder.origin(channel)
        }
        return place
    }

    /// Whether a position's next frame carries another number than the last one.
    private func isPending(_ channel: Channel) -> Bool {
        let state = encoder.state.channels[channel]
        guard encoder.rules[channel].send == .change || !state.isTouched else { return false }
        return state.desired != encoder.lastSent(channel)
    }

    private mutating func bound(_ asked: PerChannel<Int32>, from place: FencePlace, by fence: Fence) {
        let sent = place.other
        // One frame carries all: as a whole its way is as a rule free.
        if encoder.isCombined, fence.region(from: place, to: FencePlace(asked)) == nil {
            for channel in encoder.channels where asked[channel] != sent[channel] { hold(channel, by: 0) }
            return
        }
        var granted = encoder.isCombined ? FencePlace(sent) : place
        for channel in encoder.channels where asked[channel] != sent[channel] {
            let (number, region) = fence.allowed(channel, to: asked[channel], from: place, with: granted)
            hold(channel, by: region.map { $0 + 1 } ?? 0)
            if encoder.isCombined { granted.set(channel, number) }
            guard region != nil else { continue }
            positions[channel].putBack(to: encoder.rules[channel].range.normalised(Double(number)))
            encoder.set(channel, number, isTouched: encoder.state.channels[channel].isTouched, at: now)
        }
    }

    /// An action that is asked for and was not sent moves the arm to what it sets.
    private mutating func holdAction(_ action: Channel, from place: FencePlace, by fence: Fence) {
        let zero = encoder.rules[action].range.zero
        guard encoder.state.channels[action].desired != zero, place.other[action] == zero else {
            return hold(action, by: 0)
        }
        var target = place
        for setting in encoder.settings[action.index] where fence.isMoved(by: setting.channel) {
            target.set(setting.channel, setting.value)
        }
        var region = fence.region(from: place, to: target)
        // From a place that is not known only the action that has left the arm there can be cut short once more: the
        // arm would not be on one way any more.
        if region == nil, !place.isKnown, target != FencePlace(place.other) { region = 0 }
        hold(action, by: region.map { $0 + 1 } ?? 0)
        if region != nil { encoder.set(action, zero, isTouched: false, at: now) }
    }

    /// What was sent last moves an arm that an action has left on its way: a keep-alive, and a frame that carries all.
    private mutating func holdRepeats(from place: FencePlace, by fence: Fence) {
        encoder.state.barsRepeats = false
        guard !place.isKnown else { return }
        guard let frame = encoder.isCombined ? Channel(0) : encoder.state.lastFrame else { return }
        var target = place
        for channel in encoder.channels(of: frame) { target.set(channel, place.other[channel]) }
        guard let region = fence.region(from: place, to: target) else { return }
        encoder.state.barsRepeats = true
        for channel in encoder.channels(of: frame) where !place.isSame(channel, in: target) && !isPending(channel) {
            hold(channel, by: region + 1)
        }
    }

    /// - Parameter region: the index of a region, from 1; 0: none holds it.
    private mutating func hold(_ channel: Channel, by region: Int) {
        let shift = UInt64(channel.raw) * 8
        heldRegions = heldRegions & ~(0xFF << shift) | UInt64(region) << shift
    }

    private func heldRegion(_ channel: Channel) -> Int { Int(heldRegions >> (UInt64(channel.raw) * 8) & 0xFF) }
}
