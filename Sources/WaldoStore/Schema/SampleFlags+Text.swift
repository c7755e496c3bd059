import WaldoCore
import WaldoSurvey

extension SampleFlags {
    /// The names of the flags as the layers have them: `partial below-threshold`.
    var text: String { Self.names.filter { contains($0.flag) }.map(\.name).joined(separator: " ") }
}
