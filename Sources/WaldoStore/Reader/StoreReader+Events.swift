import WaldoCore
public import WaldoSurvey
public import WaldoTime

extension StoreReader {
    /// The events of a session in their exact order, for processing them again.
    /// - Parameter body: returns whether it wants the next one.
    /// - Throws: `StoreError`.
    public func events(of session: Int64, _ body: (SurveyEvent, Instant) -> Bool) throws(StoreError) {
        try connection.snapshot { () throws(StoreError) in
            let queue = try EventQueue(session: session, in: connection)
            while let next = queue.first {
                if let event = next.event, !body(event, next.at) { return }
                try next.advance()
            }
        }
    }
}
