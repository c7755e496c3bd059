import WaldoCore
import WaldoTime

extension ArmTemplate {
    /// The file's text.
    package var text: String {
        ([head, link, pacing, channelComments].joined(separator: "\n") + "\n" + channels + pose).filled(with: [
            "title": quoted(title), "module": module.summary, "service": module.uuids.service,
            "write": module.uuids.write, "notify": module.uuids.notify, "most": "\(Channel.maxCount)",
            "interval": TimeText.text(module.interval), "wire": isBinary || velocities == 0 ? "5.2 ms" : "6.3 ms",
            "bytes": isBinary || velocities == 0 ? "5" : "6", "count": "\(names.count)",
            "heartbeat": TimeText.text(heartbeat), "round": TimeText.text(module.interval * names.count),
            "silence": TimeText.text(heartbeat * 3),
        ])
    }

    private var head: String {
        """
        # An arm: which module it listens on, and how each channel becomes bytes. Edit what differs on yours, then
        #   waldo check ./FILE                      shows the bytes of each channel, or what is wrong
        #   waldo drive --override --arm ./FILE     shows what would be sent, and sends nothing
        #   waldo drive --simulate --arm ./FILE     shows what the arm would do
        # In ~/.config/waldo/arms/ Waldo finds it by its name: `waldo arms` lists it.

        # The name that screens show.
        name: <title>

        """
    }

    private var link: String {
        """
        # For <module>. `waldo scan --all` lists what your module advertises.
        link:
          # The GATT service: 4 or 32 hexadecimal digits.
          service: <service>
          # The characteristic that Waldo writes to; modules often call it their RX.
          write: <write>
          # The characteristic by which the module sends; take the line out if it does not.
          notify: <notify>
          # true: each write waits for the module's answer.
          response: false
          # The longest write in bytes; 20 fits every module.
          max: 20

        """
    }

    private var pacing: String {
        """
        pacing:
          # The shortest time between two writes. It must be longer than the firmware needs for a frame; <bytes> bytes take
          # <wire> on a UART of 9600 baud.
          interval: <interval>

        """
            + (velocities == 0
                ? ""
                : """
                  # How many times a zero frame is sent when a velocity stops, because one may be lost.
                  zero repeats: 3

                """)
    }

    private var channelComments: String {
        var text = """
            # The channels, 1 to <most>, each under a name of its own. Of two that are due, the first of the list is sent first.
            #   mode       position: where the channel is to stand; velocity: how fast it moves now
            #   range      the numbers for -1 and +1 of a control, whole or with a point; swap them to reverse the channel
            #   zero       the number for 0; the middle of the range if it is left out

            """
        if servos > 0 {
            text += """
                #   start      where a position is assumed to stand when a drive begins. Here the arm is bent: a straight one
                #              can move its hand in few directions
                #   limits     travel: the lowest and the highest number that is sent; narrow it until nothing touches its end
                #              slew: the fastest change in units a second; a halt stops it on its way
                #   send       left out: a position is sent whenever it changes; `release`: when the control is let go

                """
        }
        if velocities > 0 {
            text += """
                #   heartbeat  after this time a velocity that is not zero is sent again. The firmware has to stop it by itself
                #              after three heartbeats of silence, <silence> here: the link may be gone. All <count> channels in
                #              motion, <interval> apart, take <round>: keep it at that or above.

                """
        }
        return text + frameComment
    }

    private var frameComment: String {
        isBinary
            ? """
            #   frame      the bytes of one write: 0xA5 marks its start, then the number of the channel, the number of the frame
            #              (a gap shows a loss), the value (u8: 0 to 255, i8: -128 to 127) and a CRC-8 of all but the mark
            """
            : """
            #   frame      what is sent: text, where {value} is the number. Here: a letter for the channel, the number, `>`;
            #              with "\\n" in place of `>` each frame is a line. Bytes are possible, too: `waldo arms show hm10`
            """
    }

    private var channels: String {
        let width = names.map(\.count).max() ?? 0
        return "channels:\n"
            + names.enumerated().map { index, name in
                let isServo = index < servos
                let kind =
                    isServo
                    ? "mode: position, range: [0, 180], start: \(start(of: index)), limits: { travel: [10, 170], slew: 90 }"
                    : "mode: velocity, range: [-100, 100], heartbeat: <heartbeat>"
                return "  \((name + ":").padded(to: width + 1)) { \(kind), frame: \(frame(index, isServo)) }\n"
            }.joined()
    }

    private func frame(_ index: Int, _ isServo: Bool) -> String {
        guard !isBinary else {
            return "[0xA5, \(index + 1), sequence, \(isServo ? "u8" : "i8"), { crc8: { from: 1 } }]"
        }
        return "\"\(Unicode.Scalar(UInt8(ascii: "A") + UInt8(index))){value}>\""
    }

    /// A YAML text in double quotes.
    private func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }
}

extension String {
    /// This text with each `<key>` replaced by its value; what stands in a value is left alone.
    fileprivate func filled(with values: [String: String]) -> String {
        var result = ""
        var rest = self[...]
        while let start = rest.firstIndex(of: "<") {
            result += rest[..<start]
            rest = rest[start...]
            guard let end = rest.firstIndex(of: ">"), let value = values[String(rest[..<end].dropFirst())] else {
                result.append(rest.removeFirst())
                continue
            }
            result += value
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}
