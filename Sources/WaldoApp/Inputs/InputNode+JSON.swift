package import WaldoCore
package import WaldoFiles
package import WaldoInput

extension InputNode {
    /// An input as `waldo inputs --json` prints it.
    /// - Parameters:
    ///   - library: where its mapping is looked for.
    ///   - arm: the arm that is driven; nil: it is not known.
    package func object(_ library: Library, driving arm: Arm?) -> JSONObject {
        var object = JSONObject()
        object.add("path", whole: path)
        object.add("kind", whole: kind.map { $0 == .gamepad ? "gamepad" : "keyboard" } ?? "other")
        object.add("name", whole: name)
        let identity = description?.identity
        object.add("bus", whole: identity.map { HexText.text(of: $0.bus) })
        object.add("vendor", whole: identity.map { HexText.text(of: $0.vendor) })
        object.add("product", whole: identity.map { HexText.text(of: $0.product) })
        object.add("port", whole: physical.isEmpty ? nil : physical)
        object.add("serial", whole: unique.isEmpty ? nil : unique)
        object.add("input", whole: identity?.text)
        let entry = description.flatMap { library.bestMapping(for: $0, driving: arm) }
        object.add("mapping", whole: entry?.name)
        object.add("title", whole: entry?.value?.name)
        object.add("looksLike", whole: traits.otherThanPad)
        object.add("battery", whole: kind == nil ? nil : InputCatalogue.battery(at: path).map(Self.object))
        object.add("silence", whole: kind == .gamepad && description != nil ? silence.key : nil)
        object.add("problem", whole: problem)
        return object
    }

    /// Why it cannot be used; nil: it can.
    private var problem: String? {
        switch access {
        case .open: nil
        case .denied: "it may not be opened: \(InputError.permissionRemedy)"
        case .unusable(let reason): reason
        }
    }

    private static func object(_ battery: Battery) -> JSONObject {
        var object = JSONObject()
        object.add("percent", whole: battery.percent)
        object.add("level", whole: battery.level?.rawValue)
        object.add("state", battery.isCharging ? "charging" : "discharging")
        return object
    }
}
