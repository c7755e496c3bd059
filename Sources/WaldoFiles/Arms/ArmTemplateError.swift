package import WaldoCore

/// Why there is no arm file for what was asked: one sentence that says what to do.
package struct ArmTemplateError: ProgramError, Equatable {
    /// What is wrong, and what to do.
    package let description: String

    /// 64: wrong usage.
    package var status: ExitStatus { .usage }

    init(_ description: String) { self.description = description }
}
