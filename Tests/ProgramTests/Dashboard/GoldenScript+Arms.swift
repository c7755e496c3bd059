import WaldoCore
import WaldoLoop
import WaldoTestSupport

/// Drives of arms with one to eight channels by controls of their own. Only their dashboards are kept.
extension GoldenScript {
    static let ofOtherArms = [
        GoldenScript(name: "2-channels-by-two-sticks", arm: "rover", mapping: "gamepad-tracks") { drive in
            drive.begin()
            drive.slide("left", 1)
            drive.slide("right", 0.5)
            drive.wait(150)
            drive.hold(drive.keys.precise, true)
            drive.report()
            drive.wait(350)
            drive.event(.operator(.stop))
            drive.wait(500)
        },
        GoldenScript(name: "5-channels-by-keyboard", arm: "servo-arm-hm10", mapping: "keyboard-channels") { drive in
            drive.begin()
            drive.slide("first", 1)
            drive.wait(200)
            drive.slide("first", 0)
            drive.slide("second", -1)
            drive.slide("fifth", 1)
            drive.wait(300)
            // Eight keys are held while the gates are shut, as after a loss of the input.
            drive.event(.halt(.late))
            drive.wait(500)
        },
        GoldenScript(name: "6-channels-by-gamepad", arm: "servo-arm-nordic-uart", mapping: "gamepad-channels") {
            drive in
            drive.begin()
            drive.stick("left", 1, 0)
            drive.wait(300)
            drive.stick("left", 0, 0)
            drive.stick("right", -0.6, 0.8)
            drive.slide("triggers", -0.5)
            drive.wait(300)
            drive.event(.operator(.stop))
            drive.wait(500)
        },
        GoldenScript(name: "8-channels-by-gamepad", arm: path("eight-channels"), mapping: "gamepad-channels") { drive in
            drive.begin()
            drive.stick("left", 1, 0)
            drive.slide("bumpers", 1)
            drive.wait(300)
            drive.slide("bumpers", 0)
            drive.slide("pad-x", 1)
            drive.slide("pad-y", -1)
            drive.slide("triggers", 1)
            drive.wait(200)
            drive.event(.halt(.late))
            drive.wait(500)
        },
        GoldenScript(name: "8-channels-by-sliders", arm: path("eight-channels"), mapping: "keyboard-channels") {
            drive in
            drive.begin()
            let names = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]
            for name in names {
                drive.slide(name, 1)
                drive.wait(40)
            }
            drive.wait(200)
            drive.event(.halt(.late))
            drive.wait(500)
        },
        GoldenScript(name: "8-channels-in-profiles", arm: path("eight-channels"), mapping: path("two-profiles")) {
            drive in
            drive.begin()
            drive.slide("elbow", 1)
            drive.stick("arm", 1, 0)
            drive.wait(300)
            drive.slide("elbow", 0)
            drive.stick("arm", 0, 0)
            drive.wait(300)
            drive.press(drive.keys.profile)
            drive.wait(300)
            drive.hold(drive.keys.precise, true)
            drive.stick("hand", 0, 1)
            drive.wait(300)
            drive.event(.operator(.stop))
            drive.wait(500)
        },
    ]

    private static func path(_ name: String) -> String {
        SourceModule.projectFolder + "/Tests/ProgramTests/Dashboards/\(name).yaml"
    }
}
