/// The topics of an exported drive. Each message is one JSON object of the topic's schema.
enum MCAPTopics: Int, CaseIterable {
    case controls, commands, link, notify, events

    var topic: MCAPWriter.Topic {
        switch self {
        case .controls:
            Self.topic(
                "controls", "Controls", "How the controls stood, whenever that changed.",
                ["sliderTouched", "joystickTouched", "sliderGate", "joystickGate", "stopped"],
                """
                "slider":{"type":"number","description":"live deflection, -1 to 1, + is forward"},\
                "x":{"type":"number","description":"live deflection of the joystick, -1 to 1, + is to the right"},\
                "y":{"type":"number","description":"live deflection of the joystick, -1 to 1, + is upward"},\
                "sliderTouched":{"type":"boolean"},"joystickTouched":{"type":"boolean"},\
                "sliderGate":{"type":"string","description":"open, or what keeps the control dead"},\
                "joystickGate":{"type":"string","description":"open, or what keeps the control dead"},\
                "stopped":{"type":"boolean","description":"a stop is latched"},\
                "sliderNumber":{"type":"number","description":"what the channel slider asks for, in the arm's unit"},\
                "zxNumber":{"type":"number","description":"what the channel zx asks for, in the arm's unit"},\
                "zyNumber":{"type":"number","description":"what the channel zy asks for, in the arm's unit"}
                """)
        case .commands:
            Self.topic(
                "commands", "Command", "What was sent, and what the link did with it.",
                ["channel", "value", "bytes", "text", "link"],
                """
                "channel":{"type":"string","description":"slider, zx or zy"},\
                "value":{"type":"number","description":"the channel's number, in the arm's unit"},\
                "slider":{"type":"number","description":"the number that the frame carries for slider"},\
                "zx":{"type":"number","description":"the number that the frame carries for zx"},\
                "zy":{"type":"number","description":"the number that the frame carries for zy"},\
                "bytes":{"type":"string","description":"in hexadecimal"},\
                "text":{"type":"string","description":"the bytes where all are printable ASCII, else empty"},\
                "link":{"type":"string","description":"written, written-last, in-flight, refused or gone"}
                """)
        case .link:
            Self.topic(
                "link", "Link", "What the link said of itself.", ["state", "to"],
                """
                "state":{"type":"string","description":"up, opened, down, ready, busy, refused, held, stalled, flowing, last-word; \
                or as the screen showed it"},\
                "to":{"type":"string","description":"road: the state machine took it; screen: it was shown"}
                """)
        case .notify:
            Self.topic(
                "notify", "Notify", "What the shield said.", ["bytes", "text"],
                """
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
