internal import WaldoCore

/// What the library needs to know about one kind of file.
struct Shelf<Value: Sendable>: Sendable {
    /// What sentences call one.
    let word: String
    /// Where they lie within the operator's directory.
    let subdirectory: String
    let shipped: [(name: String, text: String)]
    let read: @Sendable (_ text: String, _ file: String) throws(FileError) -> Value
}

extension Shelf<Arm> {
    static let arms = Shelf(
        word: "arm", subdirectory: "arms", shipped: ShippedFiles.arms,
        read: { (text, file) throws(FileError) in try ArmReader.arm(from: text, file: file) })
}

extension Shelf<Mapping> {
    static let mappings = Shelf(
        word: "mapping", subdirectory: "", shipped: ShippedFiles.mappings,
        read: { (text, file) throws(FileError) in try MappingReader.mapping(from: text, file: file) })
}
