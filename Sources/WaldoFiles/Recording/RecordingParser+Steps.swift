import WaldoCore
import WaldoTime

extension RecordingParser {
    /// Parses what happened in a step.
    /// - Parameter word: the step's word.
    static func event(
        _ word: UnsafeRawBufferPointer, _ fields: RecordedFields, _ mapping: Mapping, _ cursor: JSONCursor
    ) throws(JSONFault) -> DriveEvent {
        guard let (step, name) = StepName.read(word) else { throw unknown(cursor) }
        switch step {
        case .axis: return .input(.axis(fields.code, try whole(fields.value, of: "an axis", cursor)))
        case .report: return .input(.report(more: fields.isMore))
        case .deadline: return .deadline
        case .key: return .input(.key(fields.code, down: fields.isDown))
        case .ready: return .link(.ready)
        case .busy: return .link(.busy)
        case .refused: return .link(.refused)
        case .windowFull: return .link(.windowFull)
        case .stalled: return .link(.stalled)
        case .flowing: return .link(.flowing)
        case .up: return .link(.up(takenOver: fields.isTakenOver))
        case .opened: return .link(.opened(takenOver: fields.isTakenOver))
        case .failsafe: return .link(.failsafe(sent: ZeroCounts(fields.frames)))
        case .down: return .link(.down)
        case .inputAdded: return .inputAdded(InputState(axes: fields.axes, keysDown: fields.keys))
        case .inputResynced: return .inputResynced(InputState(axes: fields.axes, keysDown: fields.keys))
        case .inputLost: return .inputLost
        case .inputSilent: return .inputSilent
        case .inputHeard: return .inputHeard
        case .stop: return .operator(try source(fields, cursor).map { .stopHeld($0) } ?? .stop)
        case .stopReleased:
            guard let source = try source(fields, cursor) else { throw cursor.fault("`by`: what let go of the stop") }
            return .operator(.stopReleased(source))
        case .resume: return .operator(.resume)
        case .recentre: return .operator(.recentre(down: fields.isDown))
        case .precise: return .operator(.precise(fields.isDown))
        case .nextProfile: return .operator(.nextProfile)
        case .parkAtEnd: return .operator(.parkAtEnd)
        case .park: return .operator(.park)
        case .halt: return .halt(try reason(fields, cursor))
        case .played: return .played(fields.played)
        case .replayed:
            return .replayed(PlayedMotion(fields.played, lateness: .microseconds(Int64(fields.late))))
        case .reported: return .reported(fields.played)
        case .unreported: return .unreported
        case .answered: return .answered
        case .sensor: return .sensor(fields.bytes)
        case .shutdown: return .shutdown
        case .panelThere: return .finger(.there)
        case .fingersLost: return .finger(.lost)
        case .panelGone: return .finger(.gone)
        case .fingerMoved: return .finger(try moved(try control(name, mapping, cursor), fields, mapping, cursor))
        case .fingerReleased: return .finger(.released(try control(name, mapping, cursor)))
        case .fingerRecentred: return .finger(.recentred(try control(name, mapping, cursor)))
        }
    }

    private static func unknown(_ cursor: JSONCursor) -> JSONFault {
        cursor.fault("a step that this waldo knows, of a control that the mapping has")
    }

    private static func control(
        _ name: UnsafeRawBufferPointer?, _ mapping: Mapping, _ cursor: JSONCursor
    ) throws(JSONFault) -> Control {
        guard let name, let index = mapping.controls.firstIndex(where: { name.elementsEqual($0.name.utf8) }) else {
            throw unknown(cursor)
        }
        return Control(index)
    }

    private static func moved(
        _ control: Control, _ fields: RecordedFields, _ mapping: Mapping, _ cursor: JSONCursor
    ) throws(JSONFault) -> FingerEvent {
        guard !mapping.controls[control.index].isJoystick else { return .moved(control, x: fields.x, y: fields.y) }
        return .deflected(control, try whole(fields.value, of: "a finger", cursor))
    }

    private static func whole(
        _ value: (units: Int64, decimals: Int)?, of what: String, _ cursor: JSONCursor
    ) throws(JSONFault) -> Int32 {
        guard let value, value.decimals == 0, let number = Int32(exactly: value.units) else {
            throw cursor.fault("the whole `value` of \(what)")
        }
        return number
    }

    private static func reason(_ fields: RecordedFields, _ cursor: JSONCursor) throws(JSONFault) -> HaltReason {
        for reason in HaltReason.allCases where fields.reason.map({ reason.name ~= $0 }) == true { return reason }
        throw cursor.fault("the `reason` of a halt")
    }

    /// What holds a stop; nil: the step does not say.
    private static func source(_ fields: RecordedFields, _ cursor: JSONCursor) throws(JSONFault) -> StopSource? {
        guard let word = fields.by else { return nil }
        for source in StopSource.allCases where source.name ~= word { return source }
        throw cursor.fault("`by`: terminal, repeated-key or page")
    }
}
