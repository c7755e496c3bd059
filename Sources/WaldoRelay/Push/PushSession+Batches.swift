import WaldoStore
import WaldoTime

extension PushSession {
    /// Sends what may leave now, some batches at a time.
    /// - Returns: whether more may leave at once.
    func pump(at now: Instant) throws -> Bool {
        guard isConnected, let connection else { return false }
        for (_, id) in store.surveys where !subscribed.contains(id) {
            connection.subscribe(station.topic(id, .progress))
            subscribed.insert(id)
        }
        while let survey = engine.metaDue(at: now), let meta = store.meta[survey] {
            guard connection.publish(station.topic(survey, .meta), meta.payload, retain: true) != nil else {
                return false
            }
            engine.noteMessage()
            engine.noteMetaSent(survey, at: now)
        }
        for _ in 0..<16 {
            guard let request = engine.next(at: now) else { return false }
            guard try send(request, at: now) || isConnected else { return false }
        }
        return true
    }

    /// Reads and sends a batch.
    /// - Returns: whether there was one.
    func send(_ request: PushEngine.Request, at now: Instant) throws -> Bool {
        guard
            let page = try store.reader.page(
                of: request.stream, after: request.after, rows: Wire.batchRows, bytes: Wire.batchBytes,
                greatest: Wire.greatest - 1024)
        else {
            engine.noteEnd(request)
            return false
        }
        if !page.rejects.isEmpty {
            store.note(page.rejects, of: request)
            fail("\(page.rejects.count) rows of \(request.stream.name) cannot be sent: \(page.rejects[0].reason.text)")
        }
        let batch = Batch(
            request.stream, after: request.after, last: page.last, count: page.count, rows: page.rows)
        let payload = batch.payload
        guard
            connection?.publish(station.topic(request.survey, .rows(request.stream)), payload, retain: false) != nil
        else {
            return false
        }
        engine.sent(
            request, last: page.last, rows: page.count, bytes: payload.count,
            isFull: page.count + page.rejects.count >= Wire.batchRows || page.rows.count > Wire.batchBytes / 2, at: now)
        return true
    }
}
