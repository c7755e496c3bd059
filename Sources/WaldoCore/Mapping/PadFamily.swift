/// Pads whose buttons have the same names printed on them, at the same codes.
enum PadFamily: Equatable {
    /// Letters of an Xbox pad, at the codes of the kernel's same letters: BTN_X, which is BTN_NORTH, is the left
    /// button.
    case xbox(hasView: Bool?)
    /// The same pad by Bluetooth before its firmware of 2019, which counts its buttons by the codes.
    case xboxInOrder
    /// Crosses and circles, at the codes of their places; the words beside the logo differ from one model to the next.
    case sony(select: String, start: String)
    /// The same pads where no driver of theirs has them, which count their buttons by the codes.
    case sonyInOrder
    /// A DualShock 3 without its driver, whose buttons are numbered.
    case dualShock3Numbered
    /// Nintendo's letters, at the codes of their places: B is the lower one.
    case nintendo
    /// Nintendo's single Joy-Cons: the rail's buttons have the other side's codes.
    case joyConLeft, joyConRight
    /// Nintendo's pads of older consoles, and the Wii's classic one: their letters are at the kernel's same letters,
    /// but for BTN_WEST.
    case nintendoLetters(west: String)
    /// A Switch Pro controller without its driver, whose buttons are numbered.
    case nintendoInOrder
    /// The same four letters at the kernel's same letters, with other words on the shoulders.
    case eightBitDo
    case steamDeck, steamController, stadia, luna
    /// Buttons counted by the codes from BTN_SOUTH on.
    case numbered
    /// Nothing is known: the letters are the usual ones, and the upper and the left button go by their place.
    case unknown

    /// The family of an input.
    /// - Parameter keyCodes: the EV_KEY codes that it can send; empty: unknown.
    init(_ identity: InputIdentity, keyCodes: [UInt16]) {
        // hid-sony, hid-playstation and hid-nintendo mark the pads that they drive by this bit of the version.
        let hasDriver = identity.version & 0x8000 != 0
        let name = identity.name
        switch (identity.vendor, identity.product) {
        case (0x054c, 0x0268) where keyCodes.contains(0x120): self = .dualShock3Numbered
        case (0x054c, let product): self = hasDriver ? Self.sony(product) : .sonyInOrder
        case (0x057e, let product): self = Self.nintendo(product, name, isNumbered: keyCodes.contains(0x120))
        case (0x28de, 0x1205): self = .steamDeck
        case (0x28de, 0x1102), (0x28de, 0x1142): self = .steamController
        case (0x18d1, 0x9400): self = .stadia
        case (0x1949, 0x041a), (0x0171, 0x0419): self = .luna
        // BTN_C, and no BTN_START.
        case (0x045e, 0x02e0) where keyCodes.contains(0x132) && !keyCodes.contains(0x13b): self = .xboxInOrder
        case (0x045e, let product):
            self = .xbox(hasView: ![0x028e, 0x028f, 0x0291, 0x02a1, 0x0719].contains(product))
        case (0x046d, _) where keyCodes.contains(0x130): self = .xbox(hasView: false)
        case (0x2dc8, _): self = .eightBitDo
        default: self = Self.other(name, keyCodes)
        }
    }

    private static func sony(_ product: UInt16) -> PadFamily {
        switch product {
        case 0x0268, 0x042f: .sony(select: "Select", start: "Start")
        case 0x05c4, 0x09cc, 0x0ba0: .sony(select: "Share", start: "Options")
        default: .sony(select: "Create", start: "Options")
        }
    }

    private static func nintendo(_ product: UInt16, _ name: String, isNumbered: Bool) -> PadFamily {
        if isNumbered { return .nintendoInOrder }
        // The pad of a SNES has Nintendo's four letters at their places, and the other's name within its own.
        let hasLetters = ["NES Controller", "N64", "Classic"].contains { name.contains($0) }
        if hasLetters, !name.contains("SNES") { return .nintendoLetters(west: "Y") }
        if name.contains("MD/Gen") { return .nintendoLetters(west: "C") }
        switch product {
        case 0x2006: return .joyConLeft
        case 0x2007: return .joyConRight
        default: return .nintendo
        }
    }

    private static func other(_ name: String, _ keyCodes: [UInt16]) -> PadFamily {
        guard keyCodes.contains(0x130) else { return .unknown }
        // BTN_C and no BTN_THUMBR: of pads that have a third face button, those of Android's layout have both thumbs'.
        if keyCodes.contains(0x132), !keyCodes.contains(0x13e) { return .numbered }
        if name.contains("360") { return .xbox(hasView: false) }
        return .xbox(hasView: ["One", "Series"].contains { name.contains($0) } ? true : nil)
    }
}
