/// Why there is no arm file for what was asked: one sentence that says what to do.
package struct ArmTemplateError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong, and what to do.
    package let description: String

    init(_ description: String) { self.description = description }
}
