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
        let before = heldRegions, sent = encoder.allLastSent
        var asked = sent
        for channel in encoder.channels {
            guard encoder.rules[channel].mode == .position else { continue }
            guard !isPending(channel) else {
                asked[channel] = encoder.state.channels[channel].desired
                continue
            }
            if !positions[channel].isMoving, hand.isEmpty || !hand[0].goesOn(channel) { hold(channel, by: 0) }
        }
        if asked != sent { bound(asked, from: sent, by: fence) }
        for channel in encoder.channels where !encoder.settings[channel.index].isEmpty {
            holdAction(channel, from: sent, by: fence)
        }
        if heldRegions != before { notices.insert(.fence) }
    }

    /// Whether a position's next frame carries another number than the last one.
    private func isPending(_ channel: Channel) -> Bool {
        let state = encoder.state.channels[channel]
        guard encoder.rules[channel].send == .change || !state.isTouched else { return false }
        return state.desired != encoder.lastSent(channel)
    }

    private mutating func bound(_ asked: PerChannel<Int32>, from sent: PerChannel<Int32>, by fence: Fence) {
        // One frame carries all: as a whole its way is as a rule free.
        if encoder.isCombined, fence.region(from: sent, to: asked) == nil {
            for channel in encoder.channels where asked[channel] != sent[channel] { hold(channel, by: 0) }
            return
        }
        var granted = sent
        for channel in encoder.channels where asked[channel] != sent[channel] {
            let (number, region) = fence.allowed(channel, to: asked[channel], from: sent, with: granted)
            hold(channel, by: region.map { $0 + 1 } ?? 0)
            if encoder.isCombined { granted[channel] = number }
            guard region != nil else { continue }
            positions[channel].reset(encoder.rules[channel].range.normalised(Double(number)))
            encoder.set(channel, number, isTouched: encoder.state.channels[channel].isTouched, at: now)
        }
    }

    /// An action that is asked for and was not sent moves the arm to what it sets.
    private mutating func holdAction(_ action: Channel, from sent: PerChannel<Int32>, by fence: Fence) {
        let zero = encoder.rules[action].range.zero
        guard encoder.state.channels[action].desired != zero, sent[action] == zero else {
            return hold(action, by: 0)
        }
        var target = sent
        for setting in encoder.settings[action.index] { target[setting.channel] = setting.value }
        let region = fence.region(from: sent, to: target)
        hold(action, by: region.map { $0 + 1 } ?? 0)
        if region != nil { encoder.set(action, zero, isTouched: false, at: now) }
    }

    /// - Parameter region: the index of a region, from 1; 0: none holds it.
    private mutating func hold(_ channel: Channel, by region: Int) {
        let shift = UInt64(channel.raw) * 8
        heldRegions = heldRegions & ~(0xFF << shift) | UInt64(region) << shift
    }

    private func heldRegion(_ channel: Channel) -> Int { Int(heldRegions >> (UInt64(channel.raw) * 8) & 0xFF) }
}
