internal import WaldoCore
internal import WaldoTime

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

    private static func bluetooth(_ section: YamlSection) throws(FileError) -> LinkProfile {
        if let service = section["notify service"], section["notify"] == nil {
            throw service.error("there is no `notify` beside it: say which characteristic the service has")
        }
        return LinkProfile(
            service: try section.required("service").uuid(), write: try section.required("write").uuid(),
            notify: try section["notify"]?.uuid(), notifyService: try section["notify service"]?.uuid(),
            response: try section["response"]?.flag() ?? false,
            max: try section["max"]?.integer(in: 1...Frame.capacity) ?? 20)
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
