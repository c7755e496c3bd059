import WaldoCore
package import WaldoFiles

/// The operator's defaults in a drive.
extension DrivePlan {
    /// Takes the default shield, where none is named and Bluetooth is used, and notes which defaults decide what moves.
    /// - Parameter arm: the value of `--arm`; or the arm that the drive has from elsewhere, which no default replaces.
    package mutating func apply(_ settings: Settings, arm: String?) {
        let arm = settings.setting(.arm, given: arm)
        armChoice = arm.armChoice
        if let source = arm.source, let name = arm.value {
            note("the arm is “\(SafeText.escaped(name, upTo: .max))”", source)
        }
        let shield = settings.setting(.shield, given: shield)
        // `--shield none` takes the only one in reach.
        if self.shield == Settings.none { self.shield = nil }
        guard destination == .shield, let source = shield.source, let name = shield.value else { return }
        usualShield = name
        note("the shield “\(SafeText.escaped(name, upTo: .max))” is looked for", source)
    }

    private mutating func note(_ what: String, _ source: String) {
        defaultNotes.append("\(what), by \(SafeText.escaped(source, upTo: .max))")
    }
}
