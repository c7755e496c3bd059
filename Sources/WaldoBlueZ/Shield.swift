/// A shield as the operator is shown it.
public struct Shield: Hashable, Sendable {
    /// Its name as it came over the air, escaped.
    public var name: String
    /// Its Bluetooth address, upper case.
    public var address: String
    /// How strongly it was heard, in dBm, if it was.
    public var rssi: Int?

    /// A shield of this name and address.
    public init(name: String, address: String, rssi: Int? = nil) {
        self.name = name
        self.address = address
        self.rssi = rssi
    }
}

extension Shield: CustomStringConvertible {
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
