public import WaldoCore

/// A shield as the operator is shown it.
public struct Peripheral: Hashable, Sendable {
    /// Its name as it came over the air, escaped.
    public var name: String
    /// Its Bluetooth address, upper case.
    public var address: String
    /// How strongly it was heard, in dBm, if it was.
    public var rssi: Int?
    /// When that was, in microseconds of CLOCK_MONOTONIC; nil when it was heard before this program came.
    public var heardAt: Microseconds?

    /// A shield of this name and address.
    public init(name: String, address: String, rssi: Int? = nil, heardAt: Microseconds? = nil) {
        self.name = name
        self.address = address
        self.rssi = rssi
        self.heardAt = heardAt
    }

    /// Shields are equal when they are shown the same; the moment is no part of that.
    public static func == (a: Self, b: Self) -> Bool {
        a.name == b.name && a.address == b.address && a.rssi == b.rssi
    }

    /// As `==`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(address)
        hasher.combine(rssi)
    }
}

extension Peripheral: CustomStringConvertible {
    /// Name and address.
    public var description: String { name.isEmpty ? address : "\(name) (\(address))" }
}

/// Makes a name that came over the air safe to show: nothing in it can move a cursor or turn the text around.
func shownName(_ name: String) -> String {
    var shown = ""
    for scalar in name.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            shown += "\\u{\(String(scalar.value, radix: 16))}"
        default: shown.unicodeScalars.append(scalar)
        }
    }
    return shown
}
