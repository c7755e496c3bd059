import WaldoCore
import WaldoLoop
import WaldoTestSupport

/// A drive whose recording is in `Recordings/NAME.jsonl`.
struct GoldenScript: Sendable, CustomStringConvertible {
    let name: String
    let arm: String
    let mapping: String
    var position: [Int32]?
    /// Whether the script sets channels by their numbers, as a replay does.
    var isPlayed = false
    /// How many lines of a long recording are committed; `Recordings/NAME.rest` has the checksum of the others.
    var keptLines: Int?
    let play: @LoopActor @Sendable (ScriptedDrive) -> Void

    var description: String { name }

    /// Plays the script, and records all of it into a file.
    @LoopActor
    func record(to file: String) throws {
        let drive = try ScriptedDrive(arm: arm, mapping: mapping, position: position, isPlayed: isPlayed, to: file)
        play(drive)
        try drive.end()
    }

    /// Each shipped mapping, each shipped arm, and the faults that can occur in a drive.
    static let all = controls + channels + otherArms + faults

    private static let controls = [
        ("gamepad", "robot"), ("xbox-bluetooth", "robot"), ("switch-pro", "robot"), ("generic-joystick", "robot"),
        ("hid-gamepad", "robot"),
        ("keyboard", "robot"), ("gamepad", "servo-blackwidow"), ("gamepad", "servo-bleshield2"),
        ("gamepad", "nordic-uart"), ("gamepad", "hm10"), ("gamepad", "combined"), ("keyboard", "combined"),
    ].map { mapping, arm in
        GoldenScript(name: "\(arm)-by-\(mapping)", arm: arm, mapping: mapping, play: everyControl)
    }

    /// Arms of which a mapping need not move every channel: their numbers are played.
    private static let channels = ["mearm", "rover", "servo-arm-hm10", "servo-arm-nordic-uart"].map { arm in
        GoldenScript(name: "\(arm)-played", arm: arm, mapping: "gamepad", isPlayed: true, play: everyChannel)
    }

    /// Each channel to both ends of its range and back, then all at once, then a stop.
    @LoopActor
    private static func everyChannel(_ drive: ScriptedDrive) {
        drive.begin()
        for channel in drive.arm.channels {
            let profile = drive.arm.profiles[channel]
            for number in [profile.range.high, profile.range.low, profile.start] {
                drive.play(channel, number)
                drive.wait(250)
            }
        }
        for share in [2, 5, 9] {
            for channel in drive.arm.channels {
                let range = drive.arm.profiles[channel].range
                drive.play(channel, range.low + (range.high - range.low) / 10 * Int32(share))
            }
            drive.wait(350)
        }
        drive.event(.operator(.stop))
        drive.wait(500)
    }

    @LoopActor
    private static func everyControl(_ drive: ScriptedDrive) {
        drive.begin()
        for value in [0.3, 0.7, 1] {
            drive.slide(value)
            drive.wait(150)
        }
        drive.slide(0)
        drive.wait(400)
        drive.slide(-1)
        drive.wait(350)
        drive.slide(0)
        drive.wait(400)
        drive.stick(1, 0)
        drive.wait(700)
        drive.stick(0, 0)
        drive.wait(2_000)
        drive.stick(-0.6, 0.8)
        drive.wait(500)
        drive.slide(1)
        drive.wait(230)
        drive.stick(0, 0)
        drive.wait(100)
        drive.slide(0)
        drive.wait(3_000)
    }

    private static let faults: [GoldenScript] = [
        GoldenScript(name: "stop-and-resume", arm: "robot", mapping: "gamepad") { drive in
            drive.begin()
            drive.slide(1)
            drive.wait(350)
            drive.press(drive.keys.stop)
            drive.wait(500)
            // Refused: the trigger is still held.
            drive.press(drive.keys.resume)
            drive.wait(300)
            drive.slide(0)
            drive.wait(300)
            drive.press(drive.keys.resume)
            drive.wait(400)
            drive.slide(-1)
            drive.wait(250)
            drive.slide(0)
            drive.wait(500)
        },
        GoldenScript(name: "link-lost-in-a-held-slider", arm: "robot", mapping: "gamepad") { drive in
            drive.begin()
            drive.slide(1)
            drive.wait(330)
            drive.outcome = .gone
            drive.wait(1_500)
            drive.outcome = .written
            drive.event(.link(.up(takenOver: false)))
            drive.wait(1_000)
            drive.slide(0)
            drive.wait(400)
            drive.slide(1)
            drive.wait(200)
            drive.slide(0)
            drive.wait(500)
        },
        GoldenScript(name: "dropped-events-hid-the-release", arm: "nordic-uart", mapping: "gamepad") { drive in
            drive.begin()
            drive.slide(1)
            drive.wait(220)
            drive.event(.halt(.late))
            drive.event(.inputResynced(drive.rest))
            drive.wait(400)
            drive.slide(1)
            drive.wait(220)
            drive.event(.inputResynced(drive.state(slider: 0.5)))
            drive.wait(220)
            drive.slide(0)
            drive.wait(500)
        },
        GoldenScript(name: "pad-unplugged-and-back-held", arm: "robot", mapping: "gamepad") { drive in
            drive.begin()
            drive.slide(1)
            drive.stick(1, 0)
            drive.wait(330)
            drive.event(.inputLost)
            drive.wait(700)
            drive.event(.inputAdded(drive.state(slider: 1)))
            drive.wait(600)
            drive.slide(0)
            drive.wait(400)
            drive.slide(-0.4)
            drive.wait(300)
            drive.slide(0)
            drive.wait(400)
        },
        GoldenScript(name: "link-with-answers", arm: "servo-bleshield2", mapping: "gamepad") { drive in
            drive.begin()
            drive.outcome = .inFlight
            drive.slide(1)
            for turn in 0..<20 {
                drive.wait(45)
                drive.event(.link(.ready))
                if turn == 9 { drive.slide(0) }
                if turn == 12 { drive.outcome = .refused }
                if turn == 14 { drive.outcome = .inFlight }
                if turn == 12 { drive.slide(-1) }
            }
            drive.slide(0)
            drive.outcome = .written
            drive.event(.link(.ready))
            drive.wait(800)
        },
        GoldenScript(name: "link-that-holds", arm: "combined", mapping: "gamepad") { drive in
            drive.begin()
            drive.slide(1)
            drive.wait(150)
            drive.outcome = .writtenLast
            drive.wait(500)
            drive.slide(0.5)
            drive.stick(1, 0)
            drive.wait(300)
            drive.outcome = .written
            drive.event(.link(.flowing))
            drive.wait(200)
            drive.outcome = .writtenLast
            drive.wait(100)
            drive.slide(0)
            drive.wait(500)
            drive.outcome = .written
            drive.event(.link(.flowing))
            drive.stick(0, 0)
            drive.wait(400)
        },
        GoldenScript(name: "shield-that-sends", arm: "hm10", mapping: "gamepad") { drive in
            drive.begin()
            drive.notify("ready\r\n")
            drive.slide(1)
            drive.wait(150)
            for count in 1...3 {
                drive.notify("cpm \(count)\r\n")
                drive.wait(37)
            }
            drive.slide(0)
            drive.notify(String(repeating: "a line that is longer than a frame, ", count: 5))
            drive.wait(500)
        },
        GoldenScript(name: "recentred-from-a-place", arm: "combined", mapping: "gamepad", position: [300, -200]) {
            drive in
            drive.begin()
            drive.stick(0.5, 0.5)
            drive.wait(400)
            drive.stick(0, 0)
            drive.wait(300)
            drive.event(.operator(.recentre(down: true)))
            drive.wait(2_500)
            drive.event(.operator(.recentre(down: false)))
            drive.wait(300)
        },
        GoldenScript(name: "robot-by-panel", arm: "robot", mapping: "keyboard", play: fingers),
        GoldenScript(name: "combined-by-panel", arm: "combined", mapping: "keyboard", play: fingers),
        GoldenScript(name: "pad-and-panel-at-once", arm: "combined", mapping: "gamepad") { drive in
            drive.begin()
            drive.event(.finger(.there))
            drive.event(.finger(.slider(800)))
            drive.wait(150)
            drive.slide(-1)
            drive.stick(1, 0)
            drive.wait(150)
            drive.event(.finger(.released(.slider)))
            drive.event(.finger(.joystick(x: 0, y: 500)))
            drive.wait(300)
            drive.slide(0)
            drive.stick(0, 0)
            drive.wait(300)
            drive.slide(-0.5)
            drive.wait(150)
            drive.event(.finger(.gone))
            drive.wait(500)
        },
        GoldenScript(name: "frantic-at-1-kHz", arm: "combined", mapping: "gamepad", keptLines: 200, play: frantic),
        GoldenScript(name: "frantic-at-1-kHz-by-text", arm: "robot", mapping: "gamepad", keptLines: 200, play: frantic),
    ]

    /// Two fingers on a panel: a slider, a joystick that is released at a position and moved on from there, a double
    /// tap, a loss.
    @LoopActor
    private static func fingers(_ drive: ScriptedDrive) {
        drive.event(.link(.up(takenOver: false)))
        drive.event(.finger(.there))
        drive.wait(300)
        for place in stride(from: Int32(0), through: 1_000, by: 125) {
            drive.event(.finger(.slider(place)))
            drive.wait(16)
        }
        drive.wait(200)
        drive.event(.finger(.released(.slider)))
        drive.wait(400)
        for _ in 0..<2 {
            for way in stride(from: Int32(0), through: 400, by: 50) {
                drive.event(.finger(.joystick(x: way, y: -way / 2)))
                drive.wait(16)
            }
            drive.event(.finger(.slider(-1_000)))
            drive.wait(100)
            drive.event(.finger(.released(.joystick)))
            drive.wait(4_000)
            drive.event(.finger(.released(.slider)))
            drive.wait(400)
        }
        drive.event(.finger(.recentre))
        drive.wait(4_000)
        drive.event(.finger(.slider(333)))
        drive.event(.finger(.joystick(x: 500, y: 500)))
        drive.wait(150)
        drive.event(.finger(.lost))
        drive.wait(700)
        drive.event(.finger(.gone))
        drive.wait(500)
    }

    /// An operator who never rests: an event each millisecond, and a stop now and then.
    @LoopActor
    private static func frantic(_ drive: ScriptedDrive) {
        drive.begin()
        var random = SeededGenerator(1)
        for turn in 0..<1_500 {
            switch Int.random(in: 0..<200, using: &random) {
            case 0: drive.press(drive.keys.stop)
            case 1...6:
                drive.slide(0)
                drive.stick(0, 0)
                drive.wait(80)
                drive.press(drive.keys.resume)
                drive.wait(300)
            case 7..<100: drive.slide(Double.random(in: -1...1, using: &random))
            default: drive.stick(Double.random(in: -1...1, using: &random), Double(turn % 200) / 100 - 1)
            }
            drive.wait(1)
        }
        drive.slide(0)
        drive.stick(0, 0)
        drive.wait(1_000)
    }
}
