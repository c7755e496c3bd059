import WaldoCore

/// Whose emergency stop is latched: the demo operator ends that of its own script alone.
struct DemoStop {
    private var isOwn = true

    /// Takes note of what a step of the drive changed. A stop that comes by no input is that of somebody else.
    mutating func follow(_ event: DriveEvent, _ notices: Notices) {
        if notices.contains(.resume) { isOwn = true }
        guard notices.contains(.stop) else { return }
        if case .input = event { return }
        isOwn = false
    }

    /// Whether the script presses this key, or moves this axis.
    func allows(_ event: InputEvent) -> Bool { isOwn || event != .key(DemoOperator.startButton, down: true) }
}
