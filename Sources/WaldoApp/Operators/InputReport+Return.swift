import WaldoCore
import WaldoInput

/// What is said of other inputs while the lost one is awaited.
extension InputReport {
    /// An input of the lost one's model at another port, which a key that resumes by the mapping puts to use.
    static func offered(_ input: InputDescription, at node: InputNode, resumedBy mapping: Mapping) -> InputReport {
        let names = ControlNames(mapping, input.identity, keyCodes: input.keyCodes)
        let keys = mapping.keys.resume.filter(input.keyCodes.contains).map(names.key).joined(separator: " or ")
        let detail =
            "“\(input.identity.name)” at \(node.path) (\(node.port)) is of the lost one's model, at another port: hold "
            + "\(keys) of it for a second to go on with it"
        return InputReport(.offered, name: input.identity.name, detail: detail)
    }

    /// Another input than the lost one.
    static func ignored(_ input: InputDescription, at path: String) -> InputReport {
        let detail = "“\(input.identity.name)” at \(path) is another input than the one lost: not used"
        return InputReport(.ignored, name: input.identity.name, detail: detail)
    }
}
