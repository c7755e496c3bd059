internal import Glibc
internal import WaldoCore

/// Whether it can be told that a pad has gone silent while the kernel keeps its last state.
public enum SilenceCover: Equatable, Sendable {
    /// By its reports, which this hidraw node shows.
    case reports(node: String)
    /// By its reports, but this hidraw node may not be read.
    case unreadable(node: String)
    /// Its silence cannot be told from a stick that is held still.
    case none

    /// What makes a hidraw node readable.
    public static let remedy =
        "install Waldo's package, whose udev rule lets you read the reports of such pads, and plug it in again"

    /// What is known of a device.
    /// - Parameters:
    ///   - node: the event node, such as "event5".
    ///   - root: where sysfs is mounted.
    init(of identity: InputIdentity, node: String, root: String = "/sys") {
        guard let source = ReportSource(of: identity, node: node, root: root) else {
            self = .none
            return
        }
        self = access(source.path, R_OK) == 0 ? .reports(node: source.path) : .unreadable(node: source.path)
    }
}

/// Where the reports of a listed pad can be read.
struct ReportSource: Equatable, Sendable {
    let pad: ReportingPad
    /// The path of its hidraw node.
    let path: String

    /// The source of the device behind an event node; nil: its model is not listed, or it has another driver, or no
    /// hidraw node.
    init?(of identity: InputIdentity, node: String, root: String = "/sys") {
        let listed = ReportingPad.all.first { $0.vendor == identity.vendor && $0.product == identity.product }
        let device = "\(root)/class/input/\(node)/device/device"
        guard let pad = listed, let driver = Self.target("\(device)/driver"), pad.drivers.contains(driver),
            let hidraw = SysfsInput.names(in: "\(device)/hidraw").first
        else { return nil }
        self.pad = pad
        path = "/dev/\(hidraw)"
    }

    /// The last component of what a link points to.
    private static func target(_ link: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let path = String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return path.split(separator: "/").last.map(String.init)
    }
}
