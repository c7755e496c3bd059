import WaldoCore

extension PadLayout {
    /// The layout of a pad of which nothing is known but what its driver shows: by the kernel's conventions
    /// (Documentation/input/gamepad.rst), and by where the axes stand: two that stand at an end are triggers, two in
    /// the middle a stick.
    ///
    /// Hands may be at the pad meanwhile. What can be read in two ways is left out: a trigger that is pulled must not
    /// count as one that rests there, nor a stick that is held in a corner as two triggers.
    init(_ input: InputDescription) {
        let axes = PadAxes(input)
        if input.isWheel {
            triggers = axes.pedals(rest: input.hasPedalsAtMaximum ? .maximum : nil)
        } else if !input.mayBeWheel {
            leftStick =
                axes.stick(AxisCode.x, AxisCode.y) ?? axes.stick(AxisCode.hat0x, AxisCode.hat0y)
                ?? axes.hatStick(AxisCode.hat1x)
            if !input.isFlightStick { assignRightSide(axes) }
        }
        directions = axes.hat
        assign(PadButtons(input), hasTriggers: input.axes.contains { $0.code > AxisCode.y })
    }

    private mutating func assignRightSide(_ axes: PadAxes) {
        let rx = axes.pair(AxisCode.rx, AxisCode.ry), z = axes.pair(AxisCode.z, AxisCode.rz)
        if rx?.isCentred == true {
            rightStick = axes.stick(AxisCode.rx, AxisCode.ry)
            triggers = z.flatMap { axes.triggers(forward: $0.y, backward: $0.x) }
        } else if z?.isCentred == true, rx == nil || rx?.isAtMinimum == true {
            rightStick = axes.stick(AxisCode.z, AxisCode.rz)
            triggers = rx.flatMap { axes.triggers(forward: $0.y, backward: $0.x) }
        } else if rx == nil {
            rightStick = axes.hatStick(AxisCode.hat2x)
            triggers = z.flatMap { axes.triggers(forward: $0.y, backward: $0.x) }
            if z == nil { twist = axes.centred(AxisCode.rz) }
        }
        // ABS_HAT3X is the right one of a Wii classic's triggers, which rest in the middle of their range
        // (hid-wiimote-modules.c).
        triggers =
            triggers
            ?? axes.pair(AxisCode.gas, AxisCode.brake).flatMap { axes.triggers(forward: $0.x, backward: $0.y) }
            ?? axes.pair(AxisCode.hat3x, AxisCode.hat3y).map {
                .axes(forward: AxisSource($0.x.code, rest: .minimum), backward: AxisSource($0.y.code, rest: .minimum))
            }
    }

    /// - Parameter hasTriggers: whether it can have two pairs at its shoulders; one of ABS_X and ABS_Y alone has one.
    private mutating func assign(_ buttons: PadButtons, hasTriggers: Bool) {
        shoulders = Self.pair(forward: buttons.right.map { .key($0) }, backward: buttons.left.map { .key($0) })
        let lower = Self.pair(forward: buttons.right2.map { .key($0) }, backward: buttons.left2.map { .key($0) })
        triggers = triggers ?? (hasTriggers ? lower : shoulders ?? lower)
        directions = directions ?? buttons.directions
        (stop, resume, recentre, precise) = (buttons.stop, buttons.resume, buttons.recentre, buttons.precise)
        unknownButtons = buttons.unknown
    }
}

/// The axes of an input by what they can be.
private struct PadAxes {
    struct Pair {
        let x: AxisState, y: AxisState
        var isCentred: Bool { [x, y].allSatisfy { (0.25...0.75).contains($0.part ?? 0) } }
        var isAtMinimum: Bool { [x, y].allSatisfy { $0.part ?? 1 < 0.1 } }
        var isAtMaximum: Bool { [x, y].allSatisfy { $0.part ?? 0 > 0.9 } }
    }

    private let axes: [AxisState]

    init(_ input: InputDescription) {
        axes = input.axes
    }

    /// An axis with more than three values.
    private func axis(_ code: UInt16) -> AxisState? {
        axes.first { $0.code == code && Int64($0.maximum) - Int64($0.minimum) > 2 }
    }

    func pair(_ x: UInt16, _ y: UInt16) -> Pair? {
        if let x = axis(x), let y = axis(y) { Pair(x: x, y: y) } else { nil }
    }

    /// The kernel's y axes count downward.
    func stick(_ x: UInt16, _ y: UInt16) -> PadLayout.Stick? {
        pair(x, y).map { .init(x: AxisSource($0.x.code), y: AxisSource($0.y.code, invert: true)) }
    }

    /// A stick of a Wii classic, on hats; its y counts upward (hid-wiimote-modules.c).
    func hatStick(_ x: UInt16) -> PadLayout.Stick? {
        pair(x, x + 1).map { .init(x: AxisSource($0.x.code), y: AxisSource($0.y.code)) }
    }

    func centred(_ code: UInt16) -> AxisSource? {
        axis(code).flatMap { (0.25...0.75).contains($0.part ?? 0) ? AxisSource($0.code) : nil }
    }

    /// Two triggers, which both stand at their lowest value; nil: they do not.
    func triggers(forward: AxisState, backward: AxisState) -> PadLayout.Pair? {
        guard Pair(x: forward, y: backward).isAtMinimum else { return nil }
        return .axes(
            forward: AxisSource(forward.code, rest: .minimum), backward: AxisSource(backward.code, rest: .minimum))
    }

    /// The accelerator and the brake of a wheel, which rest at the same end.
    /// - Parameter known: the end; nil: where both of them stand.
    func pedals(rest known: AxisSource.Rest?) -> PadLayout.Pair? {
        let pairs = [
            pair(AxisCode.z, AxisCode.rz), pair(AxisCode.gas, AxisCode.brake), pair(AxisCode.y, AxisCode.rz),
            pair(AxisCode.y, AxisCode.z),
        ]
        return pairs.compactMap { $0 }.first { known != nil || $0.isAtMinimum || $0.isAtMaximum }.map { pair in
            let rest = known ?? (pair.isAtMaximum ? .maximum : .minimum)
            return .axes(
                forward: AxisSource(pair.x.code, rest: rest), backward: AxisSource(pair.y.code, rest: rest))
        }
    }

    /// A directional pad on axes; the lever of an arcade board has three numbers on ABS_X and ABS_Y.
    var hat: PadLayout.Directions? { directions(AxisCode.hat0x) ?? directions(AxisCode.x) }

    private func directions(_ x: UInt16) -> PadLayout.Directions? {
        let codes = axes.map(\.code)
        guard codes.contains(x), codes.contains(x + 1), axis(x) == nil, axis(x + 1) == nil else { return nil }
        return .axes(.init(x: AxisSource(x), y: AxisSource(x + 1, invert: true)))
    }
}

/// The buttons of an input by what they are for.
private struct PadButtons {
    private(set) var stop: [UInt16] = []
    private(set) var left: UInt16?, right: UInt16?, left2: UInt16?, right2: UInt16?
    private(set) var resume: UInt16?, recentre: UInt16?, precise: UInt16?
    private(set) var directions: PadLayout.Directions?
    /// How many numbered buttons there are, where too many are to know their purposes.
    private(set) var unknown: Int?

    /// As many are the four of a directional pad, too, which some pads count first and others last.
    private static let tooMany = 16
    private static let joysticks = ButtonCode.firstOfJoysticks..<ButtonCode.south

    init(_ input: InputDescription) {
        let codes = input.keyCodes.sorted()
        func has(_ code: UInt16) -> UInt16? { codes.contains(code) ? code : nil }
        let keys = [ButtonCode.dpadUp, ButtonCode.dpadDown, ButtonCode.dpadLeft, ButtonCode.dpadRight].compactMap(has)
        if keys.count == 4 { directions = .keys(up: keys[0], down: keys[1], left: keys[2], right: keys[3]) }
        // Android's pads declare all buttons from BTN_SOUTH on, as those that number theirs do, but have GAS and
        // BRAKE.
        let isAndroid = input.axes.contains { $0.code == AxisCode.gas }
        let isNumbered =
            has(ButtonCode.south) == nil || has(ButtonCode.c) != nil && has(ButtonCode.z) != nil && !isAndroid
            || Self.countsFromTrigger(codes)
        if isNumbered {
            // BTN_C and BTN_Z alone are a Wii nunchuk's.
            guard has(ButtonCode.south) != nil || codes.contains(where: { Self.joysticks.contains($0) }) else { return }
            let numbered = codes.filter { (ButtonCode.firstOfJoysticks...ButtonCode.thumbRight).contains($0) }
            let isPad = !input.isFlightStick && !input.isWheel
            guard !isPad || numbered.count(where: Self.joysticks.contains) < Self.tooMany else {
                unknown = numbered.count
                return
            }
            assign(numbered: numbered)
        } else {
            (left, right, left2, right2) = (
                has(ButtonCode.tl), has(ButtonCode.tr), has(ButtonCode.tl2), has(ButtonCode.tr2)
            )
            stop =
                has(ButtonCode.east).map { [$0] }
                ?? [ButtonCode.south, ButtonCode.north, ButtonCode.west].compactMap(has)
            (resume, recentre, precise) = (
                has(ButtonCode.start) ?? has(ButtonCode.next) ?? has(ButtonCode.homePage) ?? has(ButtonCode.mode),
                has(ButtonCode.select) ?? has(ButtonCode.previous), has(ButtonCode.west)
            )
        }
    }

    /// Whether most buttons count from BTN_TRIGGER on. A pad with more than sixteen, or with one apart, has a BTN_SOUTH
    /// that is none; one with a driver has a few of these codes for something else.
    private static func countsFromTrigger(_ codes: [UInt16]) -> Bool {
        let named = codes.count { (ButtonCode.south...ButtonCode.thumbRight).contains($0) }
        return codes.contains(ButtonCode.firstOfJoysticks) && codes.count(where: joysticks.contains) >= named
    }

    /// Buttons that are known by their numbers only: four for the thumb, four at the shoulders, then the 9th and
    /// 10th.
    private mutating func assign(numbered codes: [UInt16]) {
        if codes.count >= 10 {
            stop = Array(codes[..<4])
            (left, right, left2, right2) = (codes[4], codes[5], codes[6], codes[7])
            (recentre, resume) = (codes[8], codes[9])
        } else {
            resume = codes.count > 1 ? codes.last : nil
            recentre = codes.count > 4 ? codes[codes.count - 2] : nil
            if codes.count >= 8 { (left, right) = (codes[4], codes[5]) }
            stop = Array(codes.dropLast(codes.count > 4 ? 2 : 1).prefix(4))
        }
    }
}
