import WaldoLoop
import WaldoTime

extension WebConnection {
    /// Refuses a request that does not show the token: at once if it shows none, and after a while if it shows another.
    ///
    /// A wrong one is refused after a second. A newcomer may replace the waiting connection, so the rate of guesses is
    /// that of accepted connections (400/s). The right one is let in at once, whatever else has come from the same
    /// address.
    /// - Returns: the time of the refusal; nil: the token is right.
    func refusesToken(_ request: HTTPRequest, _ token: PanelToken) -> Instant? {
        let shown = request.parameter("token") ?? ""
        guard !token.equals(shown) else { return nil }
        let now = Monotonic.now(), answer = HTTPAnswer.bytes(.forbidden)
        if shown.isEmpty { send(answer, thenClose: true) } else { refuse(answer, at: now + WebLimits.wrongTokenTime) }
        return now
    }
}
