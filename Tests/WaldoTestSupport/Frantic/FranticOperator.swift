import WaldoCore
import WaldoTime

/// An operator beside himself: a change of a pad each millisecond, fingers on a panel, stops, pads that come and go,
/// from a seed. Now and then he lets go of everything.
struct FranticOperator {
    /// One axis that is shaken, held as a hand holds, or let go of, each for a while.
    private struct Axis {
        enum Deed: CaseIterable { case rest, shake, hold }

        let code: UInt16, range: ClosedRange<Int32>
        var deed = Deed.rest, until = Instant.distantPast, place: Int32 = 0, value: Int32 = 0

        /// Its next value, while nothing forces it to rest.
        mutating func move(at now: Instant, _ random: inout SeededGenerator) {
            if now >= until {
                deed = Deed.allCases.randomElement(using: &random)!
                place = .random(in: range, using: &random)
                until = now + .milliseconds(.random(in: 20...(deed == .rest ? 3_000 : 900), using: &random))
            }
            switch deed {
            case .rest: value = 0
            case .shake: value = .random(in: range, using: &random)
            case .hold:
                let trembling = place + .random(in: -2...2, using: &random)
                value = min(range.upperBound, max(range.lowerBound, trembling))
            }
        }
    }

    /// Whether a pad is connected.
    private(set) var hasPad = true
    /// Whether a finger may hold the slider.
    private(set) var isFingerOnSlider = false
    /// Whether an emergency stop was asked for, and no end of it since.
    private(set) var isStopped = false
    /// How often he stopped.
    private(set) var stops = 0
    private var axes: [Axis] = [
        Axis(code: Code.z, range: 0...255), Axis(code: Code.rz, range: 0...255),
        Axis(code: Code.rx, range: -32_768...32_767), Axis(code: Code.ry, range: -32_768...32_767),
    ]
    private var random: SeededGenerator
    /// Until when he lets go, and when he does so next.
    private var restsUntil = Instant.distantPast, restsNext = Instant.distantPast

    init(seed: UInt64) { random = SeededGenerator(seed) }

    /// Whether he asked for motion of the slider in the latest millisecond, before he stopped it within the same.
    private var hasAsked = false
    /// Whether nothing that he does asks for motion of the slider.
    var isSilent: Bool { !hasAsked && asksNothing }

    private var asksNothing: Bool {
        isStopped || !isFingerOnSlider && (!hasPad || axes[0].value == 0 && axes[1].value == 0)
    }

    /// A program that begins knows nothing of a stop before it.
    mutating func noteNewProgram() { isStopped = false }

    /// The pad as it is.
    var pad: InputState {
        var state = InputState.padAtRest
        for axis in axes {
            for index in state.axes.indices where state.axes[index].code == axis.code {
                state.axes[index].value = axis.value
            }
        }
        return state
    }

    /// One millisecond. What he does is added to `events`.
    mutating func turn(at now: Instant, _ events: inout [DriveEvent]) {
        if now >= restsNext {
            restsUntil = now + .milliseconds(.random(in: 200...4_000, using: &random))
            restsNext = restsUntil + .milliseconds(.random(in: 500...12_000, using: &random))
            letGo(&events)
        }
        let isResting = now < restsUntil
        if hasPad { turnPad(isResting: isResting, at: now, &events) }
        hasAsked = !asksNothing
        // About once in 20 s for each number of a case.
        let chance = Int.random(in: 0..<20_000, using: &random)
        guard isResting else { return press(chance, &events) }
        if chance < 200 { resume(&events) }
        if chance == 200 { events.append(.operator(.nextProfile)) }
    }

    private mutating func turnPad(isResting: Bool, at now: Instant, _ events: inout [DriveEvent]) {
        if isResting {
            // An axis that moves nothing trembles.
            events.append(.input(.axis(Code.x, .random(in: -32_768...32_767, using: &random))))
        } else {
            let index = Int.random(in: 0..<axes.count, using: &random)
            axes[index].move(at: now, &random)
            events.append(.input(.axis(axes[index].code, axes[index].value)))
        }
        events.append(.input(.report(more: Int.random(in: 0..<16, using: &random) == 0)))
    }

    private mutating func letGo(_ events: inout [DriveEvent]) {
        for index in axes.indices {
            axes[index].value = 0
            axes[index].until = .distantPast
            if hasPad { events.append(.input(.axis(axes[index].code, 0))) }
        }
        if hasPad {
            events.append(.input(.key(Code.select, down: false)))
            events.append(.input(.report(more: false)))
        }
        events.append(.finger(.released(.slider)))
        events.append(.finger(.released(.joystick)))
        isFingerOnSlider = false
    }

    private mutating func resume(_ events: inout [DriveEvent]) {
        isStopped = false
        events.append(.operator(.resume))
    }

    private mutating func key(_ code: UInt16, _ events: inout [DriveEvent]) {
        events.append(.input(.key(code, down: true)))
        events.append(.input(.report(more: false)))
        events.append(.input(.key(code, down: false)))
        events.append(.input(.report(more: false)))
    }

    private mutating func press(_ chance: Int, _ events: inout [DriveEvent]) {
        switch chance {
        case 0:
            stops += 1
            // Without the pad its key is of no use.
            guard hasPad else { return }
            isStopped = true
            key(Code.east, &events)
        case 1:
            stops += 1
            isStopped = true
            events.append(.operator(.stop))
        case 2...10: resume(&events)
        case 11...20:
            guard hasPad else { return }
            isStopped = false
            key(Code.start, &events)
        case 21 where hasPad:
            hasPad = false
            events.append(.inputLost)
        case 22...60:
            guard !hasPad else { return }
            hasPad = true
            events.append(.inputAdded(pad))
        case 61 where hasPad: events.append(.inputResynced(pad))
        case 62: events.append(.halt(.failure))
        case 63: events.append(.operator(.nextProfile))
        case 64, 65: events.append(.operator(.precise(chance == 64)))
        case 66, 67: events.append(.operator(.recentre(down: chance == 66)))
        case 68,
            69 where hasPad:
            events.append(.input(.key(Code.select, down: chance == 68)))
        case 70...200: finger(chance, &events)
        default: break
        }
    }

    private mutating func finger(_ chance: Int, _ events: inout [DriveEvent]) {
        let places: ClosedRange<Int32> = -1_000...1_000
        switch chance {
        case 70...75: events.append(.finger(.there))
        case 76...95: events.append(.finger(.released(.joystick)))
        case 96...130:
            isFingerOnSlider = false
            events.append(.finger(chance == 96 ? .lost : chance == 97 ? .gone : .released(.slider)))
        case 131: events.append(.finger(.recentre))
        case 132...160:
            isFingerOnSlider = true
            events.append(.finger(.slider(.random(in: places, using: &random))))
        default:
            events.append(
                .finger(.joystick(x: .random(in: places, using: &random), y: .random(in: places, using: &random))))
        }
    }
}
