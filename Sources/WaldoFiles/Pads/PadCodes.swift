/// Codes of axes (linux/input-event-codes.h).
enum AxisCode {
    static let x: UInt16 = 0
    static let y: UInt16 = 1
    static let z: UInt16 = 2
    static let rx: UInt16 = 3
    static let ry: UInt16 = 4
    static let rz: UInt16 = 5
    static let throttle: UInt16 = 6
    static let rudder: UInt16 = 7
    static let wheel: UInt16 = 8
    static let gas: UInt16 = 9
    static let brake: UInt16 = 10
    static let hat0x: UInt16 = 16
    static let hat0y: UInt16 = 17
    static let hat1x: UInt16 = 18
    static let hat2x: UInt16 = 20
    static let hat3x: UInt16 = 22
    static let hat3y: UInt16 = 23
}

/// Codes of buttons (linux/input-event-codes.h).
enum ButtonCode {
    static let firstOfJoysticks: UInt16 = 0x120
    static let south: UInt16 = 0x130
    static let east: UInt16 = 0x131
    static let c: UInt16 = 0x132
    static let north: UInt16 = 0x133
    static let west: UInt16 = 0x134
    static let z: UInt16 = 0x135
    static let tl: UInt16 = 0x136
    static let tr: UInt16 = 0x137
    static let tl2: UInt16 = 0x138
    static let tr2: UInt16 = 0x139
    static let select: UInt16 = 0x13a
    static let start: UInt16 = 0x13b
    static let mode: UInt16 = 0x13c
    static let thumbRight: UInt16 = 0x13e
    /// KEY_HOMEPAGE, KEY_NEXT and KEY_PREVIOUS.
    static let homePage: UInt16 = 172
    static let next: UInt16 = 0x197
    static let previous: UInt16 = 0x19c
    static let gearDown: UInt16 = 0x150
    static let gearUp: UInt16 = 0x151
    static let dpadUp: UInt16 = 0x220
    static let dpadDown: UInt16 = 0x221
    static let dpadLeft: UInt16 = 0x222
    static let dpadRight: UInt16 = 0x223
}
