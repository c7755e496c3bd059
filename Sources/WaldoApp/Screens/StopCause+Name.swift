import WaldoCore
import WaldoFiles

extension StopCause {
    /// What has stopped: a key by its evdev name, where it was pressed, or the arm.
    var name: String {
        switch self {
        case .pressed(let stop): stop.name
        case .order: "page"
        case .arm: "arm"
        }
    }
}

extension HeldStop {
    /// What holds it: a key by its evdev name, or where it is held.
    var name: String {
        switch self {
        case .key(let code): EvdevNames.key(code)
        case .source(let source): "\(source.name)"
        }
    }
}
