internal import WaldoLoop

/// What one characteristic notifies. BlueZ tells what a read has found as a change of the value too, just before it
/// answers the read. So the newest value that comes while we read is held back until the answer tells which of the two
/// it is.
@LoopActor
final class Notifications {
    let path: String
    private let taken: @LoopActor ([UInt8]) -> Void
    private var isReading = false
    private var newest: [UInt8]?

    init(_ path: String, _ taken: @escaping @LoopActor ([UInt8]) -> Void) {
        self.path = path
        self.taken = taken
    }

    /// The value has changed.
    func heard(_ value: [UInt8]) {
        guard isReading else { return taken(value) }
        giveNewest()
        newest = value
    }

    /// We read the characteristic.
    func readBegins() { isReading = true }

    /// The read has an answer, or will have none.
    func readEnds(isAnswered: Bool) {
        if isAnswered { newest = nil }
        isReading = false
        giveNewest()
    }

    private func giveNewest() {
        guard let value = newest else { return }
        newest = nil
        taken(value)
    }
}
