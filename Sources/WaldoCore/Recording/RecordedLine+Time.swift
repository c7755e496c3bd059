public import WaldoTime

extension RecordedLine {
    /// The line's time on the recording's clock.
    public var at: Instant {
        switch self {
        case .step(let step): step.at
        case .command(let command): command.at
        case .bytes(let sent): sent.at
        case .notification(let notification): notification.at
        case .event(let event): event.at
        }
    }
}
