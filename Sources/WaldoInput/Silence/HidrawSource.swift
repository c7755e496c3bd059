import Glibc
import WaldoCore

/// Where the reports of a listed pad can be read.
struct HidrawSource: Equatable, Sendable {
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
