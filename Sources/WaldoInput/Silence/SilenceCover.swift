import Glibc
import WaldoCore

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
        guard let source = HidrawSource(of: identity, node: node, root: root) else {
            self = .none
            return
        }
        self = access(source.path, R_OK) == 0 ? .reports(node: source.path) : .unreadable(node: source.path)
    }
}
