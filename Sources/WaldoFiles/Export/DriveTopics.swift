public import WaldoCore

/// The topics of a drive. Each message is one JSON object of the topic's schema.
public enum DriveTopics: Int, CaseIterable, Sendable {
    case controls, commands, link, notify, events

    /// The topic of a drive of this arm by this mapping.
    public func topic(of arm: Arm, by mapping: Mapping) -> MessageTopic {
        let controls = mapping.controls.map(ControlFields.init)
        let names = arm.profiles.list.map(\.name)
        return topic(
            required: controls.map(\.touched) + controls.map(\.gate), deflections: controls.map(\.properties).joined(),
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
    ///   - required: the properties that every message of the controls has.
    ///   - deflections: the properties of the controls, each with a comma behind it.
    ///   - asked: the properties of each channel's number as the controls ask for it.
    ///   - carried: those of each channel's number in a frame, each with a comma behind it.
    private func topic(
        required: [String], deflections: String, asked: String, carried: String
    ) -> MessageTopic {
        switch self {
        case .controls:
            Self.topic(
                "controls", "Controls", "The state of the controls, whenever it changed.",
                required + ["stopped"],
                """
                \(deflections)\
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
    ) -> MessageTopic {
        let names = required.map { "\"\($0)\"" }.joined(separator: ",")
        return MessageTopic(
            name: "/\(name)", type: "waldo.\(type)",
            schema: """
                {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"waldo.\(type)",\
                "description":"\(description)","type":"object","required":[\(names)],\
                "properties":{\(properties)},"additionalProperties":false}
                """)
    }
}

/// The fields of one control in the messages of the topic `controls`.
struct ControlFields {
    /// The field of a slider's deflection, or of a joystick's to the right.
    let x: String
    /// The field of a joystick's deflection upward; nil: it is a slider.
    let y: String?
    let touched: String, gate: String
    private let name: String

    init(_ control: ControlMapping) {
        name = control.name
        // Exports of waldo 0.1.0 have the joystick's x and y under these names.
        let isClassic = control.name == "joystick"
        x = !control.isJoystick ? name : isClassic ? "x" : name + "X"
        y = !control.isJoystick ? nil : isClassic ? "y" : name + "Y"
        touched = name + "Touched"
        gate = name + "Gate"
    }

    /// The properties in the topic's schema.
    var properties: String {
        let direction = y == nil ? "+ is forward" : "+ is to the right"
        let number = #"{"type":"number","description":"live deflection of \#(name), -1 to 1, "#
        return #""\#(x)":\#(number)\#(direction)"},"# + (y.map { #""\#($0)":\#(number)+ is upward"},"# } ?? "")
            + #""\#(touched)":{"type":"boolean"},"#
            + #""\#(gate)":{"type":"string","description":"open, or what keeps the control dead"},"#
    }
}
