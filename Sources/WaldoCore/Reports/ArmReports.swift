/// What an arm reports by its notifications; empty: nothing that its file describes.
public struct ArmReports: Equatable, Sendable {
    /// Lines that report positions.
    public var positions: [ReportPattern]
    /// Lines that report a fault, at which the arm is halted.
    public var faults: [ReportPattern]

    /// Creates the reports of an arm.
    public init(positions: [ReportPattern] = [], faults: [ReportPattern] = []) {
        self.positions = positions
        self.faults = faults
    }
}
