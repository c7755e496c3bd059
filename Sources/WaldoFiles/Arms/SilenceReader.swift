import WaldoCore
import WaldoTime

/// Reads `silence` and `keep alive` of an arm file: what its board does when it hears nothing, and what prevents it.
enum SilenceReader {
    private static let span = TimeSpan.milliseconds(10)...TimeSpan.seconds(3600)

    static func read(_ top: YamlSection, into arm: inout Arm) throws(FileError) {
        arm.keepAlive = try top["keep alive"]?.duration(in: span)
        if arm.link.serial?.reset != nil, arm.stopsByPosition, let link = top["link"] { throw unstoppable(link) }
        guard let value = top["silence"] else { return }
        let section = try value.section(["after", "does"])
        let silence = BoardSilence(
            after: try section.required("after").duration(in: span),
            try section.required("does").word(["stop": .stop, "hold": .hold, "home": .home, "limp": .limp]))
        arm.silence = silence
        try check(silence, arm, value, top)
    }

    private static func check(
        _ silence: BoardSilence, _ arm: Arm, _ value: YamlValue, _ top: YamlSection
    ) throws(FileError) {
        let after = TimeText.text(silence.after)
        if let keepAlive = arm.keepAlive, let value = top["keep alive"] {
            guard keepAlive < silence.after, arm.pacing.interval < silence.after else {
                throw value.error("`keep alive` comes too late: the board acts after \(after); choose a shorter time")
            }
        } else if silence.action == .home {
            throw value.error(
                "after \(after) of silence the board moves the arm by itself; add `keep alive` with a shorter time")
        }
        if silence.losesPositions, arm.stopsByPosition { throw unstoppable(value) }
    }

    private static func unstoppable(_ value: YamlValue) -> FileError {
        value.error(
            "on each new link the positions are not known, and the only frame that stops the arm carries them; add a "
                + "`halt` frame")
    }
}
