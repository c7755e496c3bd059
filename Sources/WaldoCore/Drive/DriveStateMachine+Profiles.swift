import WaldoTime

extension DriveStateMachine {
    mutating func updatePrecision() {
        let precision = keys.isPreciseDown || isPrecise ? mapping.keys.factor : 1
        if precision != self.precision { notices.insert(.precision) }
        self.precision = precision
    }

    mutating func nextProfile() {
        guard mapping.profiles.count > 1, !isPlayed else { return }
        guard isAtRest, !isPositionMoving else {
            notices.insert(.profileRefused)
            return
        }
        profileIndex = (profileIndex + 1) % mapping.profiles.count
        applyProfile()
        recentreSince = nil
        notices.insert(.profile)
    }

    /// Closes the controls that the profile in force does not have.
    mutating func applyProfile() {
        let live = mapping.live(in: profileIndex)
        for index in sliders.indices {
            sliders[index].isInProfile = live >> sliders[index].control.raw & 1 == 1
            if !sliders[index].isInProfile { sliders[index].close() }
        }
        for index in joysticks.indices {
            joysticks[index].isInProfile = live >> joysticks[index].control.raw & 1 == 1
            if !joysticks[index].isInProfile { joysticks[index].close() }
        }
    }

    /// The profile in force; nil: the mapping has none.
    public var profile: Mapping.Profile? { mapping.profiles.isEmpty ? nil : mapping.profiles[profileIndex] }
}
