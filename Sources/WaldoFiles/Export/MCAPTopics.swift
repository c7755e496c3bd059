internal import WaldoCore

/// The topics of an exported drive. Each message is one JSON object of the topic's schema.
enum MCAPTopics: Int, CaseIterable {
    case controls, commands, link, notify, events

    /// The topic of a drive of this arm.
    func topic(of arm: Arm) -> MCAPWriter.Topic {
        let names = arm.profiles.list.map(\.name)
        return topic(
            asked: names.map { name in
                """
                "\(name)Number":{"type":"number","description":"what the channel \(name) asks for, in the arm's unit"}
                """
            }.joined(separator: ","),
            carried: names.map { name in
                """
                "\(name)":{"type":"number","description":"the number that the frame carries for \(name)"},
                """
            }.joined())
    }

    /// - Parameters:
    ///   - asked: the properties of each channel's number as the controls ask for it.
    ///   - carried: those of each channel's number in a frame, each with a comma behind it.
    private func topic(asked: String, carried: String) -> MCAPWriter.Topic {
        switch self {
        case .controls:
            Self.topic(
                "controls", "Controls", "The state of the controls, whenever it changed.",
                ["sliderTouched", "joystickTouched", "sliderGate", "joystickGate", "stopped"],
                """
                "slider":{"type":"number","description":"live deflection, -1 to 1, + is forward"},\
                "x":{"type":"number","description":"live deflection of the joystick, -1 to 1, + is to the right"},\
                "y":{"type":"number","description":"live deflection of the joystick, -1 to 1, + is upward"},\
                "sliderTouched":{"type":"boolean"},"joystickTouched":{"type":"boolean"},\
                "sliderGate":{"type":"string","description":"open, or what keeps the control dead"},\
                "joystickGate":{"type":"string","description":"open, or what keeps the control dead"},\
                "stopped":{"type":"boolean","description":"a stop is latched"},\
                \(asked)
                """)
        case .commands:
            Self.topic(
                "commands", "Command", "The commands, and what the link did with each.",
                ["channel", "value", "bytes", "text", "link"],
                """
                "channel":{"type":"string","description":"the channel that the command was sent for"},\
                "value":{"type":"number","description":"the channel's number, in the arm's unit"},\
                \(carried)\
                "bytes":{"type":"string","description":"in hexadecimal"},\
                "text":{"type":"string","description":"the bytes where all are printable ASCII, else empty"},\
                "link":{"type":"string","description":"written, written-last, in-flight, refused or gone"}
                """)
        case .link:
            Self.topic(
                "link", "Link", "The events of the link.", ["state", "to"],
                """
                "state":{"type":"string","description":"up, opened, down, ready, busy, refused, held, stalled, flowing, last-word; \
                or as the screen showed it"},\
                "to":{"type":"string","description":"state machine: an event that it handled; screen: a state as it was shown"}
                """)
        case .notify:
            Self.topic(
                "notify", "Notify", "The notifications of the shield.", ["bytes", "text"],
                """
                "characteristic":{"type":"string","description":"the UUID of the characteristic that notified; recordings of \
                waldo 0.1.0 lack it"},\
                "bytes":{"type":"string","description":"in hexadecimal"},\
                "text":{"type":"string","description":"the bytes where all are printable ASCII, else empty"}
                """)
        case .events:
            Self.topic(
                "events", "Event", "Halts, emergency stops, inputs and all other events.", ["event", "state"],
                """
                "event":{"type":"string","description":"halt, stop, resume, input, dropped, note, end"},\
                "state":{"type":"string","description":"the new state, a halt's reason, the end's exit status"}
                """)
        }
    }

    private static func topic(
        _ name: String, _ type: String, _ description: String, _ required: [String], _ properties: String
    ) -> MCAPWriter.Topic {
        let names = required.map { "\"\($0)\"" }.joined(separator: ",")
        return MCAPWriter.Topic(
            name: "/\(name)", type: "waldo.\(type)",
            schema: """
                {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"waldo.\(type)",\
                "description":"\(description)","type":"object","required":[\(names)],\
                "properties":{\(properties)},"additionalProperties":false}
                """)
    }
}
