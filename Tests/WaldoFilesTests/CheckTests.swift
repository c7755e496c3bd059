import Testing
import WaldoCore
import WaldoTestSupport

@testable import WaldoFiles

/// What `waldo check` prints.
struct CheckTests {
    private let library = Library(directory: nil)

    @Test func theDefaultArm() throws {
        #expect(
            try library.check("robot")[0].report == """
                robot.yaml (shipped): arm “MSc robot controller on a RedBear BLE Shield”
                  service   713d0000-503e-4c75-ba94-3148f18d941e
                  write     713d0003-503e-4c75-ba94-3148f18d941e without response, 20 bytes at most
                  notify    713d0002-503e-4c75-ba94-3148f18d941e
                  interval  80 ms, longest frame 6 bytes
                  silence   not stated: a board that hears nothing may hold, move or drop the arm; keep clear until you have tried it
                  slider    velocity from -6 to 6, repeated every 100 ms
                    -1        -6  42 3e                     B>
                     0         0  53 3e                     S>
                    +1         6  46 3e                     F>
                  zx        position from -100 to 100, sent on release, assumed at 0, then busy for 52 ms + 31 ms a unit
                    -1      -100  4c 2d 31 30 30 3e         L-100>
                     0         0  52 30 3e                  R0>
                    +1       100  52 31 30 30 3e            R100>
                  zy        position from -100 to 100, sent on release, assumed at 0, then busy for 52 ms + 31 ms a unit
                    -1      -100  44 2d 31 30 30 3e         D-100>
                     0         0  55 30 3e                  U0>
                    +1       100  55 31 30 30 3e            U100>
                  stop      3 times
                    slider        53 3e                     S>
                  pose      assumed: it names no source; the resting hand within 10 mm, at rest after 60 ms
                    turn y        by zx, 1.8 deg a unit from 0
                    turn x        by zy, -1.8 deg a unit from 0
                    move z        150 mm
                    move z        by slider, 0.08 mm a frame, each with an error of 0.04 mm
                    start         x 0 mm, y 0 mm, z 150 mm
                  model     from robotController.ino and Adafruit_MotorShield.cpp (0f82ff0), by reading; reads the first arm's sketch, 64 bytes of buffer, 5 ms a byte
                    slider        a frame moves 1, 3 steps of 0.04 mm, 30 ms each, stands at 0 mm, deaf while it moves, no watchdog
                    zx            31 ms a unit after 50 ms, stands at 0, deaf while it moves
                    zy            31 ms a unit after 50 ms, stands at 0, deaf while it moves

                """)
    }

    @Test func anArmWithoutAHeartbeatAndWithAHaltFrame() throws {
        let folder = try TemporaryFolder()
        let text =
            Samples.combined.replacing("heartbeat: 200 ms", with: "heartbeat: none") + "halt: [0x48, sequence, sum8]\n"
        let report = try library.check(folder.write(text, to: "arm.yaml"))[0].report
        #expect(report.contains("  slider    velocity from -100 to 100, no heartbeat: the arm cannot notice silence\n"))
        #expect(report.contains("    unplaced      48 00 48                  H.H\n"), "\(report)")
    }

    @Test func whatAnArmDoesBesideItsCommands() throws {
        let folder = try TemporaryFolder()
        let text = """
            name: A
            link: { service: ffe0, write: ffe1, notify: ffe1 }
            pacing: { interval: 20 ms }
            channels:
              base: { mode: position, range: [0, 180], limits: { travel: [20, 90], slew: 60 }, frame: "b{value}" }
            silence: { after: 1 s, does: limp }
            park: { base: 20, within: 10 s }
            begin:
              - send: "hi"
              - { expect: "READY {*}", within: 500 ms }
            end:
              - send: "by"
            reports: { answers: { each: "OK" } }

            """
        let report = try library.check(folder.write(text, to: "arm.yaml"))[0].report
        let lines = """
              silence   after 1 s the board switches its motors off
              park      base 20, within 10 s
              begin     before the first command
                send          68 69                     hi
                expect        an answer of one line within 500 ms
              end       after the last command
                send          62 79                     by
              answers   one line after each motion, within 300 ms

            """
        #expect(report.contains(lines), "\(report)")
        // Its range ends at 180, and its travel before.
        #expect(report.contains("  b20\n") && report.contains("  b90\n") && !report.contains("b180"), "\(report)")
    }

    @Test func aServoHasNoStop() throws {
        let text = try library.check("servo-blackwidow")[0].report
        #expect(text.contains("    -1         0  00                        .\n"))
        #expect(text.contains("    +1       180  b4                        .\n"))
        #expect(text.contains("  stop      nothing is sent: no channel is a velocity\n"))
    }

    /// The sum and the CRC were calculated by hand and with Python.
    @Test func checksOfTheBinaryArms() throws {
        let combined = try library.check("combined")[0].report
        #expect(combined.contains("    +1       100  a5 64 00 00 00 00 00 09"))
        #expect(combined.contains("    -1     -1000  a5 00 18 fc 00 00 00 b9"))
        #expect(combined.contains("    all           a5 00 00 00 00 00 00 a5"))
        let hm10 = try library.check("hm10")[0].report
        #expect(hm10.contains("    +1       100  a5 01 00 64 \(crc([1, 0, 100]))"))
        #expect(hm10.contains("    -1      -100  a5 02 00 9c \(crc([2, 0, 0x9c]))"))
    }

    /// CRC-8 by long division bit by bit, where the code works byte by byte.
    private func crc(_ bytes: [UInt8]) -> String {
        var bits = bytes.flatMap { byte in (0..<8).reversed().map { byte >> $0 & 1 } } + [UInt8](repeating: 0, count: 8)
        for index in 0..<(bits.count - 8) where bits[index] == 1 {
            for (offset, bit) in [1, 0, 0, 0, 0, 0, 1, 1, 1].enumerated() { bits[index + offset] ^= UInt8(bit) }
        }
        let value = bits.suffix(8).reduce(0) { $0 << 1 | Int($1) }
        return (value < 16 ? "0" : "") + String(value, radix: 16)
    }

    @Test func mappings() throws {
        #expect(
            try library.check("gamepad")[0].report == """
                gamepad.yaml (shipped): mapping “Gamepad”
                  for       a gamepad with ABS_RX, ABS_RY, ABS_Z, ABS_RZ, BTN_SOUTH, BTN_EAST, BTN_START, BTN_SELECT
                  slider    forward ABS_RZ (rests at its minimum), backward ABS_Z (rests at its minimum)
                            dead zone 5 %, expo 0 %, 0.5 full scales a second
                  joystick  x ABS_RX (rests in the middle), y ABS_RY (rests in the middle, inverted)
                            rate, snaps within 8 deg of an axis, dead zone 10 %, expo 0 %, 0.5 full scales a second
                  stop      BTN_EAST
                  resume    BTN_START
                  recentre  BTN_SELECT, held 0.5 s

                """)
        #expect(try library.check("keyboard")[0].report.contains("  stop      KEY_SPACE or KEY_ESC\n"))
    }

    @Test func aMisspeltFileIsStillTakenForWhatItIs() throws {
        let folder = try TemporaryFolder()
        let arm = try folder.write("name: x\npasing: 3\n", to: "arm.yaml")
        let mapping = try folder.write("name: x\nslidr: 3\n", to: "mapping.yaml")
        let armError = #expect(throws: FileError.self) { try library.check(arm)[0].report }
        #expect(armError?.sentence.contains("; did you mean `pacing`? Expected `name`, ") == true)
        let mappingError = #expect(throws: FileError.self) { try library.check(mapping)[0].report }
        #expect(mappingError?.sentence.contains("; did you mean `slider`? Expected `name`, ") == true)
    }

    @Test func aFileWithoutAKeyOfAnyKindIsTakenForNone() throws {
        let folder = try TemporaryFolder(), file = try folder.write("foo: 3\n", to: "some.yaml")
        let error = #expect(throws: FileError.self) { try library.check(file)[0].report }
        #expect(
            error?.sentence == "no key says what this file describes; expected `link` (an arm), `hear` (a sensor), "
                + "`in` (a graph), `match` (a mapping), `arm` (a file of defaults) or `table` (a fence)")
    }

    @Test func faultsAreThrown() {
        let error = #expect(throws: FileError.self) { try library.check("/dev/null")[0].report }
        #expect(error?.file == "/dev/null")
        #expect(throws: FileError.self) { try library.check("nothing")[0].report }
    }

    /// What messages describe is not known before they come: no graph is wrong for it.
    @Test func aSensorThatDescribesItsStreamsFitsAnyGraph() throws {
        let folder = try TemporaryFolder(), text = try GraphReaderTests.text(ofShipped: "pm")
        let sensor = try library.check("airbeam")[0], graph = try library.check(folder.write(text, to: "pm.yaml"))[0]
        let fit = try #require(CheckedFile.fit(sensor, graph))
        #expect(
            fit.lines == [
                "“AirBeam 3” describes its streams in its messages; “PM2.5 with a mean of a minute” takes `PM2.5` or "
                    + "`*-PM2.5` in `ug/m3`, `RH` or `*-RH` in `%` of them"
            ])
        #expect(!fit.isWrong)
    }
}
