public import WaldoStore
public import WaldoTime

extension PushEngine {
    /// A stream that the database has up to another id than before.
    public struct Advance: Equatable, Sendable {
        /// The stream.
        public var stream: RelayStream
        /// Up to which id.
        public var upto: Int64
    }

    /// Receives what a collector has published of a survey.
    /// - Returns: the streams whose acknowledgement has changed.
    public mutating func receive(_ document: ProgressDocument, of survey: SurveyID, at now: Instant) -> [Advance] {
        guard let index = known(survey), surveys[index].revision.map({ $0 <= document.revision }) ?? true else {
            return []
        }
        let isFirst = surveys[index].revision == nil
        surveys[index].revision = document.revision
        surveys[index].greeting = nil
        surveys[index].isRefused = document.refusal != nil
        guard document.refusal == nil else {
            rewind(index)
            surveys[index].metaAcknowledged = nil
            return []
        }
        if let meta = document.meta { surveys[index].metaAcknowledged = meta }
        var changes: [Advance] = [], hasAdvanced = false
        for number in surveys[index].lanes {
            let stream = lanes[number].stream, before = lanes[number].acknowledged
            let upto = document.upto[stream] ?? stream.start
            guard upto != before else { continue }
            hasAdvanced = hasAdvanced || upto > before
            landed(lanes[number].acknowledge(upTo: upto))
            changes.append(Advance(stream: stream, upto: upto))
        }
        goBackIfMissing(index, document.epoch, isFirst: isFirst, hasAdvanced: hasAdvanced, at: now)
        return changes
    }

    private mutating func goBackIfMissing(
        _ index: Int, _ epoch: Int64, isFirst: Bool, hasAdvanced: Bool, at now: Instant
    ) {
        let isMissing = !isFirst && epoch > surveys[index].epoch ?? epoch
        surveys[index].epoch = max(epoch, surveys[index].epoch ?? epoch)
        // What was on its way when it began again comes out of order, too, until the first of what was repeated.
        let isRepeating = surveys[index].rewound.map { now - $0 < limits.repetition } ?? false
        if hasAdvanced {
            surveys[index].progressed = now
            surveys[index].timeouts = 0
            surveys[index].rewound = nil
            surveys[index].isMissed = false
        }
        guard isOutstanding(index) else { return }
        guard !isRepeating else {
            // A collector that waits for the same rows says so once, and then only that it has no more.
            if isMissing || !hasAdvanced { surveys[index].isMissed = true }
            return
        }
        // A collector that has begun while rows were on their way did not see them.
        let isNew = !hasAdvanced && now - surveys[index].progressed >= limits.greeting
        if isMissing || isNew { goBack(index, at: now) }
    }

    private mutating func goBack(_ index: Int, at now: Instant) {
        rewind(index)
        shrink()
        surveys[index].rewound = now
        surveys[index].progressed = now
        surveys[index].isMissed = false
    }

    /// Sends again what has been on its way for too long.
    /// - Returns: the surveys to which that happened.
    public mutating func tick(at now: Instant) -> [SurveyID] {
        var late: [SurveyID] = []
        for index in surveys.indices where !surveys[index].isDropped && isOutstanding(index) {
            guard now - surveys[index].progressed >= patience(index) else { continue }
            let isMissed = surveys[index].isMissed
            goBack(index, at: now)
            // The collector answers, so that nothing says it is slow.
            if isMissed { continue }
            surveys[index].timeouts += 1
            // A revision that went backwards with a clock must not silence a collector.
            surveys[index].revision = nil
            late.append(surveys[index].id)
        }
        return late
    }

    private func patience(_ index: Int) -> TimeSpan {
        if surveys[index].isMissed { return limits.repetition }
        return .microseconds(limits.patience.microseconds << Int64(min(surveys[index].timeouts, 3)))
    }

    // MARK: the small tables

    /// The small tables of a survey have this revision now.
    public mutating func setMeta(_ revision: Int64, of survey: SurveyID) {
        guard let index = known(survey), surveys[index].meta != revision else { return }
        surveys[index].meta = revision
        surveys[index].metaSent = nil
    }

    /// The revision of a survey's small tables that the database has; nil: none is known.
    public func metaAcknowledged(of survey: SurveyID) -> Int64? {
        known(survey).flatMap { surveys[$0].metaAcknowledged }
    }

    /// The survey whose small tables are to be published now; nil: none.
    public func metaDue(at now: Instant) -> SurveyID? {
        surveys.first { survey in
            guard !survey.isDropped, let meta = survey.meta, survey.metaAcknowledged != meta else { return false }
            let wait = survey.isRefused ? limits.reconsideration : limits.patience
            return survey.metaSent.map { now - $0 >= wait } ?? true
        }?.id
    }

    /// The small tables of a survey were published.
    public mutating func noteMetaSent(_ survey: SurveyID, at now: Instant) {
        if let index = known(survey) { surveys[index].metaSent = now }
    }

    // MARK: the end

    /// Whether the database has all that the file had when each stream was read to its end, of surveys that it takes.
    public var isDone: Bool {
        surveys.allSatisfy { survey in
            survey.isDropped || survey.isRefused
                || survey.meta != nil && survey.meta == survey.metaAcknowledged
                    && (!survey.hasRows || survey.lanes.allSatisfy { !lanes[$0].hasMore && !lanes[$0].isOutstanding })
        }
    }

    /// Up to which id each stream was sent, and whether the file may have more of it.
    public func positions(of survey: SurveyID) -> [(stream: RelayStream, sent: Int64, hasMore: Bool)] {
        guard let index = known(survey) else { return [] }
        return surveys[index].lanes.map { (lanes[$0].stream, lanes[$0].sent, lanes[$0].hasMore) }
    }
}
