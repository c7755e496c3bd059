import ArgumentParser
import WaldoCore
import WaldoFiles

/// The option of a fence for an arm whose file has none.
struct FenceOptions: ParsableArguments {
    @Option(
        help: "What the hand keeps out of: a file with table, boxes, cylinder or reach (see the arms' page).",
        completion: .file(extensions: ["yaml"]))
    var fence: String?

    /// The arm behind the fence, if one is given.
    /// - Parameter isPlaced: whether the operator says where the arm stands, which may be inside.
    /// - Throws: what is wrong with the file, or that the arm has a fence already.
    func applied(
        to arm: (value: Arm, source: SourceText), _ library: Library, isPlaced: Bool = false
    ) throws(FileError) -> (value: Arm, source: SourceText) {
        guard let fence else { return arm }
        return try library.fenced(arm, by: fence, isPlaced: isPlaced)
    }
}
