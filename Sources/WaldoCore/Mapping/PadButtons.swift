/// What is printed on a pad's buttons, by the kernel's names of them.
public struct PadButtons: Equatable, Sendable {
    /// The names that differ from the usual ones.
    public let names: [String: String]
    /// The triggers' names.
    public let left: String, right: String

    /// The names on an input.
    /// - Parameter keyCodes: the EV_KEY codes that it can send; empty: unknown.
    public init(_ identity: InputIdentity, keyCodes: [UInt16]) { self.init(PadFamily(identity, keyCodes: keyCodes)) }

    /// The names on an unknown pad.
    public init() { self.init(.unknown) }

    init(_ family: PadFamily) {
        var names = Self.face(family).merging(Self.middle(family)) { $1 }
        let shoulders = Self.shoulders(family)
        for (code, name) in zip(Self.shoulderCodes(family), shoulders) { names[code] = name }
        if case .numbered = family { names = Self.numbers }
        if case .dualShock3Numbered = family { names = Self.dualShock3 }
        names.merge(Self.extras(family)) { $1 }
        self.names = names
        (left, right) = (shoulders[2], shoulders[3])
    }

    // MARK: the four under the right thumb

    /// BTN_SOUTH, BTN_EAST, BTN_NORTH and BTN_WEST; in order, they are the first ones that the pad counts.
    private static func face(_ family: PadFamily) -> [String: String] {
        let codes: [String], words: [String]
        switch family {
        case .unknown, .numbered, .dualShock3Numbered: return [:]
        case .xbox, .steamDeck, .steamController, .stadia, .luna, .eightBitDo:
            (codes, words) = (named, ["A", "B", "X", "Y"])
        case .nintendoLetters(let west): (codes, words) = (named, ["A", "B", "X", west])
        case .xboxInOrder: (codes, words) = (inOrder, ["A", "B", "X", "Y"])
        case .sony: (codes, words) = (named, ["cross", "circle", "triangle", "square"])
        case .sonyInOrder: (codes, words) = (inOrder, ["square", "cross", "circle", "triangle"])
        case .nintendo, .joyConLeft, .joyConRight:
            (codes, words) = (named, ["B", "A", "X", "Y"])
        case .nintendoInOrder: (codes, words) = (joystickInOrder, ["B", "A", "Y", "X"])
        }
        return Dictionary(uniqueKeysWithValues: zip(codes, words))
    }

    // MARK: the shoulders

    /// The left and right shoulder, and the left and right trigger.
    private static func shoulders(_ family: PadFamily) -> [String] {
        switch family {
        case .xbox, .xboxInOrder, .steamController, .luna, .unknown, .numbered: ["LB", "RB", "LT", "RT"]
        case .sony, .sonyInOrder, .dualShock3Numbered, .steamDeck, .stadia: ["L1", "R1", "L2", "R2"]
        case .eightBitDo: ["L", "R", "L2", "R2"]
        case .nintendo, .nintendoLetters, .nintendoInOrder: ["L", "R", "ZL", "ZR"]
        case .joyConLeft: ["L", "SL", "ZL", "SR"]
        case .joyConRight: ["SL", "R", "SR", "ZR"]
        }
    }

    private static func shoulderCodes(_ family: PadFamily) -> ArraySlice<String> {
        switch family {
        // Its triggers are axes alone.
        case .xboxInOrder: inOrder[4..<6]
        case .sonyInOrder: inOrder[4..<8]
        case .nintendoInOrder: joystickInOrder[4..<8]
        default: ["BTN_TL", "BTN_TR", "BTN_TL2", "BTN_TR2"]
        }
    }

    // MARK: the ones in the middle, and the sticks'

    /// Select, start, the logo, and the sticks' own buttons.
    private static func middle(_ family: PadFamily) -> [String: String] {
        var codes = ["BTN_SELECT", "BTN_START", "BTN_MODE", "BTN_THUMBL", "BTN_THUMBR"]
        let words: [String]
        switch family {
        case .xbox(hasView: true): words = ["View", "Menu", "Xbox"]
        case .xbox(hasView: false): words = ["Back", "Start", "Guide"]
        case .luna: words = ["Back", "Menu", "Luna"]
        case .steamController: words = ["Back", "Start", "Steam"]
        case .steamDeck: words = ["View", "Menu", "Steam", "L3", "R3"]
        case .stadia: words = ["Options", "Menu", "Stadia", "L3", "R3"]
        case .sony(let select, let start): words = [select, start, "PS", "L3", "R3"]
        case .nintendo, .joyConLeft, .joyConRight: words = ["minus", "plus", "Home"]
        case .xboxInOrder:
            (codes, words) = (Array(inOrder[6...]), ["View", "Menu", "left stick's button", "right stick's button"])
        case .sonyInOrder: (codes, words) = (Array(inOrder[8...]), ["Share", "Options", "L3", "R3", "PS"])
        case .nintendoInOrder:
            codes = joystickInOrder.suffix(4)
            words = ["minus", "plus", "left stick's button", "right stick's button"]
        case .xbox, .eightBitDo, .nintendoLetters, .unknown, .numbered, .dualShock3Numbered:
            words = []
        }
        return Dictionary(uniqueKeysWithValues: zip(codes, words))
    }

    private static func extras(_ family: PadFamily) -> [String: String] {
        switch family {
        case .xbox(hasView: true):
            ["KEY_BACK": "View", "KEY_HOMEPAGE": "Xbox", "KEY_RECORD": "Share"].merging(hat) { $1 }
        case .xbox, .xboxInOrder: hat
        case .nintendo, .joyConLeft, .joyConRight: ["BTN_Z": "Capture"]
        case .nintendoLetters: ["KEY_NEXT": "plus", "KEY_PREVIOUS": "minus"]
        case .steamDeck: ["ABS_HAT2Y": "L2", "ABS_HAT2X": "R2"]
        case .steamController: ["ABS_HAT2Y": "LT", "ABS_HAT2X": "RT"]
        default: [:]
        }
    }

    /// The directional pad of a wireless Xbox 360 pad, and the paddles of an Elite.
    private static let hat = [
        "BTN_TRIGGER_HAPPY1": "D-pad left", "BTN_TRIGGER_HAPPY2": "D-pad right", "BTN_TRIGGER_HAPPY3": "D-pad up",
        "BTN_TRIGGER_HAPPY4": "D-pad down", "BTN_TRIGGER_HAPPY5": "paddle 1", "BTN_TRIGGER_HAPPY6": "paddle 2",
        "BTN_TRIGGER_HAPPY7": "paddle 3", "BTN_TRIGGER_HAPPY8": "paddle 4",
    ]

    private static let named = ["BTN_SOUTH", "BTN_EAST", "BTN_NORTH", "BTN_WEST"]
    /// The codes that a HID pad counts its buttons by, and a HID joystick.
    private static let inOrder = [
        "BTN_SOUTH", "BTN_EAST", "BTN_C", "BTN_NORTH", "BTN_WEST", "BTN_Z", "BTN_TL", "BTN_TR", "BTN_TL2", "BTN_TR2",
        "BTN_SELECT", "BTN_START", "BTN_MODE", "BTN_THUMBL", "BTN_THUMBR",
    ]
    private static let joystickInOrder = [
        "BTN_TRIGGER", "BTN_THUMB", "BTN_THUMB2", "BTN_TOP", "BTN_TOP2", "BTN_PINKIE", "BTN_BASE", "BTN_BASE2",
        "BTN_BASE3", "BTN_BASE4", "BTN_BASE5", "BTN_BASE6",
    ]
    /// By a DualShock 3's own numbers, of which the kernel names neither 13, 14 nor 15.
    private static let dualShock3 = [
        "BTN_TRIGGER": "Select", "BTN_THUMB": "L3", "BTN_THUMB2": "R3", "BTN_TOP": "Start", "BTN_TOP2": "D-pad up",
        "BTN_PINKIE": "D-pad right", "BTN_BASE": "D-pad down", "BTN_BASE2": "D-pad left", "BTN_BASE3": "L2",
        "BTN_BASE4": "R2", "BTN_BASE5": "L1", "BTN_BASE6": "R1", "300": "triangle", "301": "circle", "302": "cross",
        "BTN_DEAD": "square", "BTN_SOUTH": "PS",
    ]
    private static let numbers = Dictionary(
        uniqueKeysWithValues: inOrder.enumerated().map { ($1, "button \($0 + 1)") })
}
