import WaldoCore
public import WaldoSurvey
public import WaldoTime

/// The events of a session in their exact order, to be drained a few at a time.
public final class EventQueue {
    private let cursors: [RawCursor]

    init(session: Int64, in connection: Connection) throws(StoreError) {
        var cursors: [RawCursor] = []
        for table in Schema.rawTables {
            cursors.append(try RawCursor(table, session: session, in: connection))
        }
        self.cursors = cursors
    }

    /// The row that comes next; nil behind the last.
    var first: RawCursor? {
        var first: RawCursor?
        for cursor in cursors where cursor.ordinal != nil {
            if first == nil || cursor.ordinal! < first!.ordinal! { first = cursor }
        }
        return first
    }

    /// Whether there is no further event.
    public var isEmpty: Bool { first == nil }

    /// Drains the events that are left, up to the first one that is later than this time.
    /// - Throws: `StoreError`.
    public func drain(upTo time: Instant, _ body: (SurveyEvent, Instant) -> Void) throws(StoreError) {
        while let next = first, next.at <= time {
            if let event = next.event { body(event, next.at) }
            try next.advance()
        }
    }
}
