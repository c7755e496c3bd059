import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoStore
import WaldoTime

extension PushSession {
    /// How long a broker may take to answer, and after how long that is said.
    private static let answerTime = TimeSpan.seconds(20), answerSaid = TimeSpan.seconds(5)
    private static let silence = "the broker does not answer"
    /// A connection that has lasted so long is a good one. Of two clients with one name the broker disconnects the other at once.
    static let steady = TimeSpan.seconds(5)

    func connect(at now: Instant) throws {
        if connection != nil {
            if !isConnected, now - began > Self.answerTime {
                lost(Self.silence, at: now)
            } else if !isConnected, now - began > Self.answerSaid {
                fail(Self.silence)
            }
            // The will is that of the newest survey; a later one needs another connection.
            guard isConnected, station.survey != store.surveys.last?.id else { return }
            station.leave(self)
            drop()
        }
        guard !isPaused, now >= attempt else { return }
        began = now
        let newest = store.surveys.last
        try station.fill(self)
        let will = newest.map { newest in
            (topic: station.topic(newest.id, .state), payload: station.payload(isOnline: false))
        }
        connection = try plan.destination.connect(
            client: station.client(of: newest?.id, path: plan.path, number: client), will: will)
        station.survey = newest?.id
    }

    func handle(_ wait: TimeSpan, at now: Instant) throws {
        guard let connection else {
            usleep(UInt32(min(wait.microseconds, 50_000)))
            return
        }
        for event in connection.turn(wait: wait) {
            switch event {
            case .connected: connected(at: now)
            case .closed(let why, let isRefusal):
                if isRefusal, !plan.follows { throw Failure(.link, "\(destination): \(why)") }
                lost(why, at: now)
            case .acknowledged: engine.noteAnswered()
            case .refused(let number, let refusal):
                engine.noteAnswered()
                try refused(number, refusal)
            case .subscribed(let isGranted):
                if !isGranted { fail("the broker does not let this user read progress; look at its rules") }
            case .message(let topic, let payload, let isRetained):
                receive(topic, payload, isRetained: isRetained, at: now)
            }
        }
    }

    /// The broker has not taken a message. It is sent again in its time, unless the broker's rules are against it.
    private func refused(_ number: Int32, _ refusal: MessageRefusal) throws(Failure) {
        guard refusal.isOfRights else { return fail("the broker refuses a message (\(refusal)); it is sent again") }
        let why =
            "the broker lets this user publish nothing below waldo/v2/\(plan.station); "
            + "look at --station and --credentials"
        // A state only informs.
        if !plan.follows, number != station.stateNumber { throw Failure(.link, "\(destination): \(why)") }
        fail(why)
    }

    private func connected(at now: Instant) {
        isConnected = true
        hasHeard = false
        shown.error = nil
        for (_, id) in store.surveys { connection?.subscribe(station.topic(id, .progress)) }
        subscribed = Set(store.surveys.map(\.id))
        joined = now
        engine.connect(at: now)
        station.forget()
        note("connected")
    }

    private func lost(_ why: String, at now: Instant) {
        if isConnected || shown.error != why { note(isConnected ? "lost: \(why)" : "not reached: \(why)") }
        if isConnected { retry.worked(for: now - began) }
        drop()
        fail(why)
        attempt = now + retry.next()
    }

    func drop() {
        connection = nil
        isConnected = false
        engine.disconnect()
    }

    func fail(_ why: String) {
        if said != why { says("\(destination): \(why)") }
        said = why
        shown.error = why
        status.error = why
        status.errorAt = WallClock.now()
    }

    private func receive(_ text: String, _ payload: [UInt8], isRetained: Bool, at now: Instant) {
        guard let topic = Topic(text), topic.level == .progress, topic.place.station == plan.station,
            store.surveys.contains(where: { $0.id == topic.place.survey })
        else { return }
        let survey = topic.place.survey
        let document: ProgressDocument
        do { document = try payload.withUnsafeBytes { try ProgressDocument($0) } } catch {
            return fail("progress of \(survey) is not understood: \(error)")
        }
        // What the broker has kept may be older than the owner's last word.
        if document.refusal != nil, isRetained { return }
        let changes = engine.receive(document, of: survey, at: now)
        for change in changes { advances[survey, default: [:]][change.stream] = change.upto }
        if let meta = document.meta, meta > store.meta[survey]?.revision ?? .max { store.noteLaterMeta() }
        if !changes.isEmpty || !hasHeard {
            moved = now
            status.contact = WallClock.now()
        }
        if !hasHeard { (shown.error, said) = (nil, nil) }
        hasHeard = true
        if !isRetained { hear(document, of: survey) }
    }
}
