public import WaldoCore
public import WaldoTime

extension StoreReader {
    /// The events of a session in their exact order, for processing them again.
    /// - Parameter body: returns whether it wants the next one.
    /// - Throws: `StoreError`.
    public func events(of session: Int64, _ body: (SurveyEvent, Instant) -> Bool) throws(StoreError) {
        try connection.snapshot { () throws(StoreError) in
            var cursors: [RawCursor] = []
            for table in Schema.rawTables {
                cursors.append(try RawCursor(table, session: session, in: connection))
            }
            while let next = Self.first(of: cursors) {
                if let event = next.event, !body(event, next.at) { return }
                try next.advance()
            }
        }
    }

    private static func first(of cursors: [RawCursor]) -> RawCursor? {
        var first: RawCursor?
        for cursor in cursors where cursor.ordinal != nil {
            if first == nil || cursor.ordinal! < first!.ordinal! { first = cursor }
        }
        return first
    }
}
