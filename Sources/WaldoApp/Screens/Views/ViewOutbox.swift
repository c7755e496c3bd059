import WaldoPanel

/// What the pages are still to be sent of a survey: texts, of which a newer one replaces an older one of its kind, and
/// the samples of the streams that they show. Pure.
struct ViewOutbox {
    /// Frames of samples that a page is sent in one go, between two of its states.
    private static let burst = 2

    private struct Subscription {
        let stream: Int
        var next: Int
    }

    private struct Page {
        var texts: [(kind: String, bytes: [UInt8])] = []
        var subscriptions: [Int: Subscription] = [:]
        /// Frames of samples in the present burst.
        var frames = 0
    }

    private var pages: [Int: Page] = [:]

    var viewers: [Int] { pages.keys.sorted() }

    mutating func join(_ viewer: Int) { pages[viewer] = Page() }

    mutating func leave(_ viewer: Int) { pages[viewer] = nil }

    /// Has a page get a text.
    /// - Parameter kind: a text of the same kind that has not been sent is replaced.
    mutating func add(_ bytes: [UInt8], _ kind: String, to viewer: Int) {
        guard pages[viewer] != nil else { return }
        if let index = pages[viewer]?.texts.firstIndex(where: { $0.kind == kind }) {
            pages[viewer]?.texts[index].bytes = bytes
        } else {
            pages[viewer]?.texts.append((kind, bytes))
        }
    }

    /// Has a page get the samples of a stream from an index on; nil: those of the slot no more.
    mutating func subscribe(_ viewer: Int, slot: Int, to stream: Int?, from index: Int) {
        pages[viewer]?.subscriptions[slot] = stream.map { Subscription(stream: $0, next: index) }
    }

    /// What a slot shows has changed: nothing of it is sent until a page asks again.
    mutating func forget(slot: Int) {
        for viewer in viewers { pages[viewer]?.subscriptions[slot] = nil }
    }

    /// Whether something is waiting.
    func isWaiting(_ ends: (_ slot: Int, _ stream: Int) -> Int) -> Bool {
        pages.values.contains { page in
            !page.texts.isEmpty || page.subscriptions.contains { $0.value.next < ends($0.key, $0.value.stream) }
        }
    }

    /// Lets each page have another burst.
    mutating func beginBurst() { for viewer in viewers { pages[viewer]?.frames = 0 } }

    /// What a page is to be sent next; nil: nothing, or its burst is over. Nothing changes here: to send may make the
    /// page leave.
    /// - Parameter series: the samples of a slot's stream.
    func next(for viewer: Int, _ series: (_ slot: Int, _ stream: Int) -> SampleSeries?) -> Item? {
        guard let page = pages[viewer] else { return nil }
        if let text = page.texts.first { return .text(text.bytes, text.kind) }
        guard page.frames < Self.burst else { return nil }
        for (slot, subscription) in page.subscriptions.sorted(by: { $0.key < $1.key }) {
            let frame = series(slot, subscription.stream)?
                .frame(slot: slot, stream: subscription.stream, from: subscription.next)
            if let frame { return .samples(frame.payload, slot: slot, next: frame.next) }
        }
        return nil
    }

    /// A page has taken an item.
    mutating func sent(_ item: Item, by viewer: Int) {
        switch item {
        case .text(let bytes, let kind): pages[viewer]?.texts.removeAll { $0.kind == kind && $0.bytes == bytes }
        case .samples(_, let slot, let next):
            pages[viewer]?.frames += 1
            pages[viewer]?.subscriptions[slot]?.next = next
        }
    }

    /// Something that is sent.
    enum Item: Equatable {
        case text([UInt8], String)
        case samples(PanelPayload, slot: Int, next: Int)

        var payload: PanelPayload {
            switch self {
            case .text(let bytes, _): .text(bytes)
            case .samples(let payload, _, _): payload
            }
        }
    }
}
