import WaldoCore
import WaldoLoop
import WaldoTestSupport

/// Arms with one to eight channels, with a frame for each and with one for all, moved by a pad, by keys and by fingers.
extension GoldenScript {
    private static let eight = file("Dashboards/eight-channels"), combined = file("Recordings/eight-in-one-frame")
    private static let actions = file("Recordings/arm-with-actions")

    static let otherArms: [GoldenScript] =
        [
            ("1-channel", "servo-blackwidow", "gamepad"), ("2-channels", "rover", "gamepad-tracks"),
            ("5-channels", "servo-arm-hm10", "gamepad-channels"), ("8-channels", eight, "gamepad-channels"),
            ("8-in-one-frame", combined, "gamepad-channels"), ("actions", actions, file("Recordings/keys-for-actions")),
        ].flatMap { name, arm, mapping in
            [
                GoldenScript(name: "\(name)-by-input", arm: arm, mapping: mapping, play: eachByItsInput),
                GoldenScript(name: "\(name)-by-panel", arm: arm, mapping: mapping, play: eachByAFinger),
            ]
        } + [
            GoldenScript(
                name: "5-channels-by-keys", arm: "servo-arm-hm10", mapping: "keyboard-channels", play: eachByItsInput),
            GoldenScript(name: "mearm-on-usb", arm: "mearm-usb", mapping: "gamepad-channels", play: eachByItsInput),
            GoldenScript(name: "mearm-by-its-hand", arm: "mearm", mapping: "gamepad-hand", play: eachByItsInput),
            GoldenScript(name: "mearm-by-keys", arm: "mearm", mapping: "keyboard-hand", play: eachByItsInput),
            GoldenScript(name: "so101-by-its-hand", arm: "so101", mapping: "gamepad-wrist", play: whereItStands),
            GoldenScript(name: "so101-by-keys", arm: "so101", mapping: "keyboard-wrist", play: whereItStands),
            GoldenScript(name: "hc05", arm: "servo-arm-hc05", mapping: "gamepad-channels", play: eachByItsInput),
            GoldenScript(name: "kept-alive", arm: "v7rc", mapping: "gamepad-channels", play: eachByItsInput),
            GoldenScript(name: "so101", arm: "so101", mapping: "gamepad-channels", play: whereItStands),
            GoldenScript(name: "hiwonder-xarm", arm: "hiwonder-xarm", mapping: "gamepad-channels", play: whereItStands),
            GoldenScript(name: "jimu", arm: "jimu", mapping: "gamepad-channels", play: whereItAnswers),
            GoldenScript(name: "mbot", arm: "mbot", mapping: "gamepad-channels", play: whereItAnswers),
            GoldenScript(name: "8-channels-by-demo", arm: eight, mapping: "demo", play: eachByItsInput),
        ]
        + [
            "petoi", "buwizz2", "lego-control-plus", "sbrick", "rex-armbot", "dobot-magician",
            "fischertechnik-bt-smart", "braccio-usb",
        ].map {
            GoldenScript(name: $0, arm: $0, mapping: "gamepad-channels", play: eachByItsInput)
        }

    private static func file(_ name: String) -> String {
        SourceModule.projectFolder + "/Tests/ProgramTests/\(name).yaml"
    }

    /// The link begins stopped; the resume switches the torque on, and the arm says where it stands.
    @LoopActor
    private static func whereItStands(_ drive: ScriptedDrive) {
        drive.begin()
        drive.event(.operator(.resume))
        drive.wait(300)
        drive.event(.reported(drive.arm.profiles.map { $0.range.zero + 100 }))
        drive.wait(300)
        moveEach(drive)
    }

    /// Its first steps take 5 s at most, and each motion waits for the answer to the one before.
    @LoopActor
    private static func whereItAnswers(_ drive: ScriptedDrive) {
        drive.answers = true
        drive.begin()
        drive.wait(6_000)
        moveEach(drive)
    }

    /// Each control forward and back, then all of them at once, precisely, and a stop.
    @LoopActor
    private static func eachByItsInput(_ drive: ScriptedDrive) {
        drive.begin()
        moveEach(drive)
    }

    @LoopActor
    private static func moveEach(_ drive: ScriptedDrive) {
        for (_, described) in drive.controls {
            for value in [1, 0, -0.6, 0] {
                move(drive, described, value)
                drive.wait(200)
            }
        }
        drive.wait(1_500)
        drive.hold(drive.keys.precise, true)
        for (_, described) in drive.controls { move(drive, described, 0.8) }
        drive.wait(500)
        if !drive.keys.profile.isEmpty { drive.press(drive.keys.profile) }
        drive.event(.operator(.stop))
        drive.wait(500)
        for (_, described) in drive.controls { move(drive, described, 0) }
        drive.hold(drive.keys.precise, false)
        drive.event(.operator(.resume))
        drive.wait(500)
        if !drive.keys.profile.isEmpty { drive.press(drive.keys.profile) }
        for (_, described) in drive.controls { move(drive, described, 0.5) }
        drive.wait(400)
    }

    @LoopActor
    private static func move(_ drive: ScriptedDrive, _ described: ControlMapping, _ value: Double) {
        switch described.kind {
        case .slider: drive.slide(described.name, value)
        case .joystick: drive.stick(described.name, value, value / 2)
        case .button(let keys):
            drive.hold(keys, value > 0)
            drive.report()
        }
    }

    /// A finger on each control in turn, two at a time; then all of them are lost.
    @LoopActor
    private static func eachByAFinger(_ drive: ScriptedDrive) {
        drive.begin()
        drive.event(.finger(.there))
        let controls = drive.controls
        for (index, one) in controls.enumerated() {
            let other = controls[(index + 1) % controls.count]
            touch(drive, one, 700)
            drive.wait(150)
            touch(drive, other, -400)
            drive.wait(200)
            drive.event(.finger(.released(one.control)))
            drive.wait(150)
            drive.event(.finger(.released(other.control)))
            drive.wait(400)
            if one.described.isJoystick { drive.event(.finger(.recentred(one.control))) }
        }
        drive.event(.operator(.precise(true)))
        drive.event(.operator(.nextProfile))
        for control in controls { touch(drive, control, 900) }
        drive.wait(300)
        drive.event(.finger(.lost))
        drive.wait(600)
    }

    @LoopActor
    private static func touch(
        _ drive: ScriptedDrive, _ control: (control: Control, described: ControlMapping), _ place: Int32
    ) {
        let isJoystick = control.described.isJoystick
        drive.event(
            .finger(
                isJoystick ? .moved(control.control, x: place, y: -place / 2) : .deflected(control.control, place)))
    }
}
