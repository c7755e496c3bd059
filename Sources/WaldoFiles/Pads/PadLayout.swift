import WaldoCore

/// What is where on a pad, before anybody has chosen what it moves.
struct PadLayout: Equatable, Sendable {
    /// Two axes of one stick, x to the right and y upward.
    struct Stick: Equatable, Sendable { var x: AxisSource, y: AxisSource }

    /// A trigger or a shoulder button.
    enum Trigger: Equatable, Sendable {
        /// An axis that rests at an end.
        case axis(AxisSource)
        case key(UInt16)
    }

    /// Two opposite triggers or buttons.
    enum Pair: Equatable, Sendable {
        case axes(forward: AxisSource, backward: AxisSource)
        case keys(forward: UInt16, backward: UInt16)
        /// One axis for both, forward at its positive end.
        case axis(AxisSource)
    }

    /// A directional pad.
    enum Directions: Equatable, Sendable {
        case axes(Stick)
        case keys(up: UInt16, down: UInt16, left: UInt16, right: UInt16)
    }

    var leftStick: Stick?
    var rightStick: Stick?
    /// The right one is forward.
    var triggers: Pair?
    /// The right one is forward.
    var shoulders: Pair?
    var directions: Directions?
    /// The axis of a stick that is turned.
    var twist: AxisSource?
    /// The buttons under the right thumb that stop: the right one where it is known, else all of them.
    var stop: [UInt16] = []
    /// How many numbered buttons there are, where these are too many to know which of them stop; nil: they are not.
    var unknownButtons: Int?
    var resume: UInt16?
    var recentre: UInt16?
    var precise: UInt16?

    /// A pair of two triggers or buttons of one kind; nil: one is missing, or they differ in kind.
    static func pair(forward: Trigger?, backward: Trigger?) -> Pair? {
        switch (forward, backward) {
        case (.axis(let forward), .axis(let backward)):
            forward.code == backward.code ? nil : .axes(forward: forward, backward: backward)
        case (.key(let forward), .key(let backward)):
            forward == backward ? nil : .keys(forward: forward, backward: backward)
        default: nil
        }
    }
}
