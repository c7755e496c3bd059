import Testing

@testable import WaldoApp
@testable import WaldoPanel

/// Whose wish comes when, and what a page may not wish for.
@Suite struct ViewQueueTests {
    private static let driver = 1, viewer = 2

    private func drain(_ queue: ViewQueue<String>) -> [String] {
        var queue = queue
        return Array(sequence(state: ()) { _ in queue.next() })
    }

    @Test func viewersTakeNoPlacesFromTheDriver() {
        var queue = ViewQueue<String>(), taken: [Bool] = []
        for number in 1...100 {
            for viewer in 2...5 {
                taken.append(queue.add("route \(number) of \(viewer)", .route, of: viewer, isDrivers: false))
            }
        }
        for number in 1...16 {
            taken.append(queue.add("note \(number)", .change, of: Self.driver, isDrivers: true))
        }
        #expect(taken.allSatisfy { $0 })
        let last = queue.add("note 17", .change, of: Self.driver, isDrivers: true)
        #expect(!last)
        #expect(drain(queue) == (1...16).map { "note \($0)" } + (2...5).map { "route 100 of \($0)" })
    }

    @Test func aNewerWishTakesThePlaceOfTheOneThatWaits() {
        var queue = ViewQueue<String>()
        for (job, purpose) in [
            ("route 1", ViewQueue<String>.Purpose.route), ("A 1", .open(slot: 1)), ("B", .open(slot: 2)),
            ("samples", .samples(slot: 1)), ("route 2", .route), ("A 2", .open(slot: 1)),
        ] {
            _ = queue.add(job, purpose, of: Self.viewer, isDrivers: false)
        }
        #expect(drain(queue) == ["route 2", "A 2", "B", "samples"])
    }

    /// Who begins to drive has his wish go before those of others; who no longer does has it go behind.
    @Test func aNewerWishHasTheTurnOfItsPage() {
        var queue = ViewQueue<String>()
        for viewer in [1, 2, 3] { _ = queue.add("route of \(viewer)", .route, of: viewer, isDrivers: viewer == 1) }
        _ = queue.add("newer of 3", .route, of: 3, isDrivers: true)
        #expect(drain(queue) == ["route of 1", "newer of 3", "route of 2"])
        _ = queue.add("newer of 1", .route, of: 1, isDrivers: false)
        #expect(drain(queue) == ["newer of 3", "route of 2", "newer of 1"])
    }

    @Test func aPageThatIsGoneKeepsNoWaysButItsChanges() {
        var queue = ViewQueue<String>()
        _ = queue.add("note", .change, of: Self.driver, isDrivers: true)
        for viewer in [Self.driver, Self.viewer] {
            _ = queue.add("route of \(viewer)", .route, of: viewer, isDrivers: false)
        }
        queue.leave(Self.driver)
        #expect(drain(queue) == ["note", "route of 2"])
    }

    // MARK: what a page may not wish for

    private static let item = ViewMessage.Item(list: 1, index: 0)
    private static let shared: [ViewMessage] = [.open(item, slot: 1), .close(slot: 1), .acknowledge("high")]
    private static let drivers: [ViewMessage] = [
        .note(item, "x"), .publish(item, false), .delete(item), .export(item, "csv"), .raster(.abort),
        .session(.end),
    ]
    private static let own: [ViewMessage] = [
        .samples(slot: 1, stream: 0, from: 0), .surveys,
        .route(.init(slot: 1, stream: 0, fromX: 0, fromY: 0, toX: 1, toY: 1, dose: 1, time: 1)),
    ]

    @Test(arguments: shared) func whatAllPagesShareIsTheDriversWhileOneDrives(_ message: ViewMessage) {
        #expect(message.refusal(for: Self.driver, driver: Self.driver) == nil)
        #expect(message.refusal(for: Self.viewer, driver: nil) == nil)
        let refusal = message.refusal(for: Self.viewer, driver: Self.driver)
        #expect(refusal?.contains("while a page drives, only that page") == true)
    }

    @Test(arguments: drivers) func changesAreTheDriversAlways(_ message: ViewMessage) {
        #expect(message.refusal(for: Self.driver, driver: Self.driver) == nil)
        for driver in [nil, Self.driver] {
            #expect(message.refusal(for: Self.viewer, driver: driver)?.contains("only the page that drives") == true)
        }
    }

    @Test(arguments: own) func whatOnePageSeesIsItsOwn(_ message: ViewMessage) {
        for driver in [nil, Self.driver] { #expect(message.refusal(for: Self.viewer, driver: driver) == nil) }
    }
}
