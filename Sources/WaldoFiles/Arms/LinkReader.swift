import WaldoCore
import WaldoTime

/// Reads `link` of an arm file: a Bluetooth service with its characteristics, or a serial port.
enum LinkReader {
    private static let ofPort = ["serial", "baud", "reset"]
    private static let ofService = ["service", "write", "notify", "notify service", "response", "max"]

    static func link(_ value: YamlValue) throws(FileError) -> ArmLink {
        let section = try value.section(ofService + ofPort)
        guard let port = section["serial"] else {
            for key in ofPort {
                guard let other = section[key] else { continue }
                throw other.error("`\(key)` belongs to a serial port; add `serial`, or take it out")
            }
            return .bluetooth(try bluetooth(section))
        }
        for key in ofService {
            guard let other = section[key] else { continue }
            throw other.error("`\(key)` stands beside `serial`: an arm has one link; keep one of them")
        }
        return .serial(try serial(port, section))
    }

    private static func bluetooth(_ section: YamlSection) throws(FileError) -> BluetoothProfile {
        if let service = section["notify service"], section["notify"] == nil {
            throw service.error("there is no `notify` beside it: say which characteristic the service has")
        }
        return BluetoothProfile(
            service: try section.required("service").uuid(), write: try section.required("write").uuid(),
            notify: try section["notify"]?.uuid(), notifyService: try section["notify service"]?.uuid(),
            response: try section["response"]?.flag() ?? false,
            max: try section["max"]?.integer(in: 1...Frame.capacity) ?? 20)
    }

    /// Which characteristic a channel's own frames are written to; one that its `to` names for the first time joins the
    /// link's.
    static func destination(of draft: ChannelDraft, on link: inout ArmLink) throws(FileError) -> UInt8 {
        guard let value = draft.section["to"] else { return 0 }
        guard case .bluetooth(var profile) = link else {
            throw value.error("`to` names a characteristic, and this arm's link is a serial port; take it out")
        }
        guard draft.frameLocation != nil else {
            throw value.error(
                "`to` is for a channel with a frame of its own, and one `frame` carries all channels; take it out")
        }
        let uuid = try value.uuid()
        if let known = profile.writes.firstIndex(of: uuid) { return UInt8(known) }
        profile.others.append(uuid)
        link = .bluetooth(profile)
        return UInt8(profile.others.count)
    }

    private static func serial(_ port: YamlValue, _ section: YamlSection) throws(FileError) -> SerialProfile {
        let expected = "the path of a serial port, such as \"/dev/ttyUSB0\" or \"/dev/serial/by-id/usb-1a86*\""
        let path = try port.text(expected: expected)
        guard path.hasPrefix("/"), path.utf8.count <= 255, !path.contains("\0") else {
            throw port.mismatch(expected: expected)
        }
        return SerialProfile(
            path: path, baud: try section.required("baud").integer(in: SerialProfile.bauds),
            reset: try section["reset"]?.duration(in: TimeSpan.milliseconds(1)...TimeSpan.seconds(30)))
    }
}

extension ArmLink {
    /// How many bytes one write takes, with what limits it.
    var limit: String {
        switch self {
        case .bluetooth(let profile): "\(profile.max) (`link.max`)"
        case .serial: "\(Frame.capacity)"
        }
    }
}
