internal import WaldoPanel

/// What the pages are still to be sent of a survey: texts, of which a newer one replaces an older one of its kind, and
/// the samples of the streams that they show. Pure; what is sent leaves through a closure.
struct ViewOutbox {
    /// Frames of samples that a page is sent in one go, so that its states come in between.
    private static let burst = 4

    private struct Subscription {
        let stream: Int
        var next: Int
    }

    private struct Page {
        var texts: [(kind: String, bytes: [UInt8])] = []
        var subscriptions: [Int: Subscription] = [:]
    }

    private var pages: [Int: Page] = [:]

    /// The pages.
    var viewers: [Int] { pages.keys.sorted() }

    mutating func join(_ viewer: Int) { pages[viewer] = Page() }

    mutating func leave(_ viewer: Int) { pages[viewer] = nil }

    /// Has a page get a text.
    /// - Parameter kind: a text of the same kind that has not been sent is replaced.
    mutating func add(_ bytes: [UInt8], _ kind: String, to viewer: Int) {
        guard pages[viewer] != nil else { return }
        if let place = pages[viewer]?.texts.firstIndex(where: { $0.kind == kind }) {
            pages[viewer]?.texts[place].bytes = bytes
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

    /// Sends what each page can take now.
    /// - Parameters:
    ///   - series: the samples of a slot's stream.
    ///   - send: sends to a viewer; returns whether it has taken it.
    mutating func pump(_ series: (_ slot: Int, _ stream: Int) -> SampleSeries?, _ send: (PanelPayload, Int) -> Bool) {
        for viewer in viewers {
            while let text = pages[viewer]?.texts.first, send(.text(text.bytes), viewer) {
                pages[viewer]?.texts.removeFirst()
            }
            guard pages[viewer]?.texts.isEmpty == true else { continue }
            for slot in (pages[viewer]?.subscriptions.keys.sorted()) ?? [] { pump(viewer, slot, series, send) }
        }
    }

    private mutating func pump(
        _ viewer: Int, _ slot: Int, _ series: (Int, Int) -> SampleSeries?, _ send: (PanelPayload, Int) -> Bool
    ) {
        for _ in 0..<Self.burst {
            guard let subscription = pages[viewer]?.subscriptions[slot],
                let frame = series(slot, subscription.stream)?
                    .frame(slot: slot, stream: subscription.stream, from: subscription.next),
                send(frame.payload, viewer)
            else { return }
            pages[viewer]?.subscriptions[slot]?.next = frame.next
        }
    }
}
