import Testing

@testable import WaldoFiles

/// Valid files for tests to break.
enum Samples {
    static let arm = """
        name: Test arm
        link:
          service: ffe0
          write: ffe1
        pacing: { interval: 20 ms, zero repeats: 3 }
        channels:
          slider: { mode: velocity, range: [-100, 100], heartbeat: 100 ms, frame: [0xA5, i8, sum8] }
          zx: { mode: position, range: [-100, 100], frame: "X{value}" }

        """

    static let combined = """
        name: Test arm
        link: { service: ffe0, write: ffe1 }
        pacing: { interval: 20 ms }
        channels:
          slider: { mode: velocity, range: [-100, 100], heartbeat: 200 ms }
          zx: { mode: position, range: [-1.5, 1.5] }
        frame: "{slider},{zx:07.2}"

        """

    static let actions = """
        name: Test arm
        link: { service: ffe0, write: ffe1, notify: ffe1 }
        pacing: { interval: 20 ms }
        channels:
          base: { mode: position, range: [0, 180], limits: { travel: [10, 170], slew: 60 }, frame: "b{value}\\n" }
          grip: { mode: position, range: [0, 9.5], frame: "g{value:.1}\\n" }
          wheel: { mode: velocity, range: [-9, 9], heartbeat: 100 ms, frame: "w{value}\\n" }
        actions:
          home: { frame: "H\\n", sets: { base: 90, grip: 2.5 }, busy: 2 s, release: "X\\n" }
          light: { frame: [0x4C, 10], moves: false }
        reports:
          position: "POS {base} {grip}"
          fault: ["ERR {*}", "HOT"]

        """

    static let serial = """
        name: Test arm
        link: { serial: "/dev/serial/by-id/usb-*", baud: 115200, reset: 2 s }
        pacing: { interval: 20 ms }
        silence: { after: 1 s, does: home }
        keep alive: 250 ms
        channels:
          slider: { mode: velocity, range: [-100, 100], heartbeat: 100 ms }
          zx: { mode: position, range: [-1.5, 1.5] }
        frame: [0xA5, {sm16le: slider}, {f32be: zx}, {u8: sequence}, {crc16le: {kind: modbus, from: 1, ending: complement}}]
        halt: [0xA6, 0, {sum16be: {from: 1}}]
        begin: [{ wait: 1.5 s }, { send: "hello\\n" }, { send: [0x55, 1, sum8], moves: true }]
        end: [{ send: "p\\n" }]
        reports: { ask: { send: [0x55, 2], every: 250 ms }, position: [0x55, 0x55, any, {f32be: zx}, sum8], fault: [[0x55, 0xEE]] }

        """

    static let posed = """
        name: Test arm
        link: { service: ffe0, write: ffe1 }
        pacing: { interval: 20 ms }
        channels:
          base: { mode: position, range: [0, 180], busy: 100 ms + 10 ms/unit, frame: "b{value}\\n" }
          lift: { mode: position, range: [0, 9.5], frame: "l{value:.1}\\n" }
          reach: { mode: velocity, range: [-9, 9], heartbeat: 100 ms, frame: "r{value}\\n" }
          wheel: { mode: velocity, range: [-9, 9], heartbeat: 100 ms, frame: "w{value}\\n" }
          track: { mode: velocity, range: [-9, 9], heartbeat: 100 ms, frame: "t{value}\\n" }
        actions:
          home: { frame: "H\\n", sets: { base: 90 }, busy: 2 s, release: "X\\n" }
        pose:
          source: a ruler
          accuracy: 5 mm
          settle: 300 ms
          drive: { left: track, right: wheel, unit: 2 mm/s, width: 150 mm, error: 10 % }
          joints:
            - { move: z, length: 60 mm }
            - { turn: z, by: base, unit: -1.5 deg, zero: 100 }
            - { move: z, by: lift, unit: 1 cm }
            - { turn: y, angle: 90 deg }
            - { move: x, by: reach, frame: 0.5 mm, error: 0.2 mm, home: home }
            - { turn: x, by: wheel, rate: 3 deg/s, error: 20 %, holds: 0.5 s }

        """

    /// The posed arm with a model.
    static let modelled =
        posed + """
            model:
              source: a watch
              buffer: 32
              byte: 1.042 ms
              watchdog: 0.5 s
              channels:
                base: { takes: 5 ms, delay: 20 ms, deaf: true, limits: [10, 170], start: 100, home: 90 }
                lift: { speed: 2.5, deaf: 40 ms }
                reach: { frame: [1, 3], step: 0.25 mm, takes: 30 ms, limits: [-1 cm, 20 mm], start: 1 mm }
                wheel: { rate: 45 deg/s, deaf: false }

            """

    static let controls = """
        name: Test controls
        match: { kind: gamepad }
        controls:
          reach: { x: ABS_X, y: { axis: ABS_Y, invert: true }, channels: { x: base, y: 2 } }
          turn: { axis: ABS_X, behaviour: spring, channel: wrist }
          grip: { forward: BTN_TR, backward: BTN_TL, behaviour: step, step: 20 %, channel: grip }
        actions: { home: BTN_NORTH, light: [BTN_WEST, BTN_C] }
        profiles:
          arm: [reach, grip]
          hand: [turn, grip, home]
        keys:
          stop: BTN_EAST
          resume: BTN_START
          precise: { key: BTN_THUMBL, factor: 50 % }
          profile: BTN_SELECT

        """

    static let mapping = """
        name: Test mapping
        match: { kind: gamepad, codes: [ABS_X] }
        slider:
          forward: { axis: ABS_RZ }
          backward: { axis: ABS_Z, rest: max }
        joystick:
          x: ABS_RX
          y: { axis: ABS_RY, invert: true }
        keys:
          stop: BTN_EAST
          resume: BTN_START

        """
}

/// A file broken by replacing one text, the place of the error, and what its message must contain.
struct Fault: CustomTestStringConvertible {
    var base: String
    var old: String
    var new: String
    var place: String
    var says: String
    /// Whether the schema accepts the faulty file, because it cannot express the rule.
    var schemaAccepts = false

    init(
        _ base: String, _ old: String, _ new: String, _ place: String, _ says: String, schemaAccepts: Bool = false,
        also: (old: String, new: String)? = nil
    ) {
        (self.base, self.old, self.new, self.place, self.says) = (base, old, new, place, says)
        if let also { self.base = base.replacing(also.old, with: also.new) }
        self.schemaAccepts = schemaAccepts
    }

    var text: String { base.split(separator: old, omittingEmptySubsequences: false).joined(separator: new) }
    var testDescription: String { "\(old) -> \(new)" }
}
