internal import WaldoLoop

/// The notifications of one characteristic. BlueZ also reports the result of a read as a change of the value, just
/// before it answers the read. So while a read is in progress the newest value is held back, until the answer shows
/// which of the two it is.
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

    /// Handles a change of the value.
    func heard(_ value: [UInt8]) {
        guard isReading else { return taken(value) }
        giveNewest()
        newest = value
    }

    /// A read of the characteristic begins.
    func readBegins() { isReading = true }

    /// The read has ended, with an answer or without.
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
