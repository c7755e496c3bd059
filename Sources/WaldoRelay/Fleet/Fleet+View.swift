import WaldoCore

extension Fleet {
    /// The table.
    /// - Parameters:
    ///   - broker: where the states come from.
    ///   - trouble: what hinders; empty: nothing.
    ///   - now: microseconds since 1970.
    public func view(broker: String, trouble: String, now: Int64) -> FleetView {
        var view = FleetView()
        view.broker = broker
        view.trouble = trouble
        view.stations = surveys(now: now).compactMap { survey in
            // Without a connection nothing is heard of anybody.
            let isSilent = trouble.isEmpty && isSilent(survey, now: now)
            return entries[survey].map {
                Self.station(survey.station, $0.state, age: age(survey, now: now), isSilent: isSilent)
            }
        }
        if leftOut > 0 { view.note = "more than \(Self.maxSurveys) surveys: the rest is left out" }
        if refused > 0 { view.note = "\(refused) messages refused: \(lastFault)" }
        return view
    }

    private static func station(_ name: StationName, _ state: StationState, age: Int64, isSilent: Bool)
        -> FleetView.Station
    {
        var row = FleetView.Station()
        row.name = name.text
        row.title = state.title ?? ""
        row.arm = state.arm ?? ""
        row.sensor = state.sensor ?? ""
        row.link = state.drive.link == .none ? "" : state.drive.link.rawValue
        row.mode = state.drive.mode == .none ? "" : state.drive.mode.rawValue
        row.stop = isSilent ? "silent" : word(state)
        row.tone = isSilent ? .silent : tone(state)
        row.value = state.value.map(value) ?? ""
        row.gaps = state.gaps == 0 ? "" : "\(state.gaps)"
        let (waiting, overflow) = state.rows.subtractingReportingOverflow(state.acknowledged)
        row.waiting = overflow || waiting <= 0 ? "" : "\(waiting)"
        row.age = span(age)
        return row
    }

    private static func word(_ state: StationState) -> String {
        guard state.isOnline else { return "offline" }
        return state.drive.stop == .none ? "online" : state.drive.stop.rawValue
    }

    private static func tone(_ state: StationState) -> FleetView.Station.Tone {
        guard state.isOnline else { return .offline }
        switch state.drive.stop {
        case .stopped: return .bad
        case .halted: return .warning
        case .running, .none:
            if state.drive.link == .down { return .warning }
            return state.drive.mode == .live ? .live : .good
        }
    }

    private static func value(_ value: StationState.Value) -> String {
        guard let number = value.value else { return value.stream }
        // A stream may be named after its unit, such as cpm.
        let unit = value.unit.isEmpty || value.unit == value.stream ? "" : " \(MarkupText.unit(value.unit))"
        return "\(DecimalText.rounded(number))\(unit) \(value.stream)"
    }

    /// `12 s`, `3 min`, `5 h`, `9 d`.
    static func span(_ seconds: Int64) -> String {
        switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7_200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3_600) h"
        default: "\(seconds / 86_400) d"
        }
    }
}
