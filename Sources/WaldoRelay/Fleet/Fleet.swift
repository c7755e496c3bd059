import WaldoCore
import WaldoTime

/// What stations publish of themselves, kept by survey. Pure. It only shows: nothing of it leads anywhere else.
///
/// Topics and payloads come from anybody: what is none is counted, and of more surveys than `maxSurveys` the rest is.
public struct Fleet: Sendable {
    /// What is known of one survey's station.
    struct Entry: Sendable {
        var state: StationState
        /// When it was heard of, in microseconds since 1970 by this machine's clock; nil: only by a message that the
        /// broker had kept.
        var heard: Int64?
        /// Whether its silence was reported.
        var isReported = false
    }

    /// So many surveys are kept at most.
    public static let maxSurveys = 10_000
    /// Surveys kept per station, so that one cannot fill the table.
    static let maxPerStation = 500
    /// An online station of which nothing was heard for so many seconds is silent: it should have published three
    /// times.
    static let silence = 3 * StationState.interval.microseconds / 1_000_000

    private(set) var entries: [SurveyPlace: Entry] = [:]
    private var counts: [StationName: Int] = [:]
    /// Messages that were no state, and states of surveys for which there was no space.
    public private(set) var refused = 0, leftOut = 0
    /// Why the last one was refused.
    public private(set) var lastFault = ""

    /// Nothing has been heard.
    public init() {}

    /// Takes a message.
    /// - Parameters:
    ///   - isRetained: whether the broker had kept it, so that it says nothing of the present.
    ///   - now: microseconds since 1970.
    /// - Returns: the survey whose station has changed; nil: none.
    @discardableResult
    public mutating func receive(_ topic: String, _ payload: [UInt8], isRetained: Bool, now: Int64) -> SurveyPlace? {
        guard let found = Topic(topic), found.level == .state else { return refuse("its topic is none of a state") }
        let survey = found.place
        // An empty message removes what the broker has kept.
        guard !payload.isEmpty else {
            guard entries.removeValue(forKey: survey) != nil else { return nil }
            counts[survey.station, default: 1] -= 1
            return survey
        }
        var state: StationState
        do throws(Wire.Fault) {
            state = try StationState(parsing: payload)
        } catch {
            return refuse("\(error)")
        }
        if entries[survey] == nil {
            guard entries.count < Self.maxSurveys, counts[survey.station, default: 0] < Self.maxPerStation else {
                leftOut += 1
                return nil
            }
            counts[survey.station, default: 0] += 1
        }
        if !state.isOnline, let last = entries[survey]?.state, last.utc >= state.utc {
            // A will was written at the beginning: what came later is newer.
            state = last
            state.isOnline = false
        }
        entries[survey] = Entry(state: state, heard: isRetained ? nil : now)
        // What the broker has kept of a silent station says so itself.
        let isSilent = isSilent(survey, now: now)
        entries[survey]?.isReported = isSilent
        return survey
    }

    private mutating func refuse(_ fault: String) -> SurveyPlace? {
        refused += 1
        lastFault = fault
        return nil
    }

    /// The surveys of which each has a row in the table, by station, then by title, whatever stations measure. A survey
    /// that has ended, or is silent, is left out where the same station has another one that goes on, or that is newer.
    public func surveys(now: Int64) -> [SurveyPlace] {
        let byStation = Dictionary(grouping: entries.keys, by: \.station)
        return byStation.keys.sorted().flatMap { station -> [SurveyPlace] in
            let surveys = (byStation[station] ?? []).sorted {
                utc($0) != utc($1) ? utc($0) > utc($1) : $0 < $1
            }
            let online = surveys.filter { entries[$0]?.state.isOnline == true && !isSilent($0, now: now) }
            return online.isEmpty ? Array(surveys.prefix(1)) : online.sorted { title($0) < title($1) }
        }
    }

    private func title(_ survey: SurveyPlace) -> (String, String) {
        (entries[survey]?.state.title ?? "", survey.survey.text)
    }

    private func utc(_ survey: SurveyPlace) -> Int64 { entries[survey]?.state.utc ?? 0 }

    /// Seconds since a station was heard of: by this machine's clock where it was heard, else by the station's own.
    func age(_ survey: SurveyPlace, now: Int64) -> Int64 {
        guard let entry = entries[survey] else { return 0 }
        // Times of others may be anything.
        let (micros, overflow) = now.subtractingReportingOverflow(entry.heard ?? entry.state.utc)
        return overflow ? 0 : max(0, micros / 1_000_000)
    }

    /// Whether a station is online by its last word, and has published nothing for too long: what it said last may be
    /// true no longer. A broker that has lost a will never reports such a station offline.
    func isSilent(_ survey: SurveyPlace, now: Int64) -> Bool {
        entries[survey]?.state.isOnline == true && age(survey, now: now) >= Self.silence
    }

    /// The stations that have become silent since the last call.
    public mutating func newlySilent(now: Int64) -> [SurveyPlace] {
        let found = entries.keys.filter { entries[$0]?.isReported == false && isSilent($0, now: now) }
        for survey in found { entries[survey]?.isReported = true }
        return found.sorted()
    }

    /// One station as a JSON object, with its survey and its age in seconds.
    public func json(_ survey: SurveyPlace, now: Int64) -> [UInt8] {
        var json = JSONObject()
        json.add("survey", survey.survey.text)
        json.add("station", survey.station.text)
        guard let state = entries[survey]?.state else {
            json.add("removed", true)
            return json.finish()
        }
        json.add("machine", state.station)
        json.add("title", whole: state.title)
        json.add("online", state.isOnline)
        json.add("silent", isSilent(survey, now: now))
        json.add("age", Int(age(survey, now: now)))
        json.add("arm", whole: state.arm)
        json.add("sensor", whole: state.sensor)
        state.drive.add(to: &json)
        var shown: JSONObject?
        if let value = state.value {
            var object = JSONObject()
            object.add("stream", value.stream)
            object.add("value", value.value)
            object.add("unit", value.unit)
            shown = object
        }
        json.add("value", whole: shown)
        json.add("gaps", Int(state.gaps))
        json.add("rows", Int(state.rows))
        json.add("acknowledged", Int(state.acknowledged))
        return json.finish()
    }
}

extension StationState {
    /// Parses a payload.
    /// - Throws: `Wire.Fault`.
    fileprivate init(parsing payload: [UInt8]) throws(Wire.Fault) {
        self = try payload.withUnsafeBytes { bytes in
            Result<StationState, Wire.Fault> { () throws(Wire.Fault) -> StationState in try StationState(bytes) }
        }
        .get()
    }
}
