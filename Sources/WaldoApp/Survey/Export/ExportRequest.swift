package import WaldoFiles

/// What the operator wants to have exported, and where to.
package struct ExportRequest {
    /// A kind of file.
    package enum Format: String, CaseIterable, Sendable {
        case bgeigie, csv, aircasting, geojson, gpx, mcap
    }

    /// The store.
    package var store: String
    /// The survey's number; nil: the only one.
    package var survey: Int64?
    /// The run; nil: the newest of each session.
    package var run: Int64?
    /// Where each format goes to.
    package var outputs: [Format: String]
    /// Whether a bGeigie log is the imported one, byte for byte.
    package var all: Bool
    /// Which rows a bGeigie log gets.
    package var rules: BGeigieRules
    /// When the samples were taken that are exported.
    package var window: UTCWindow

    /// A request of these parts.
    package init(
        store: String, survey: Int64? = nil, run: Int64? = nil, outputs: [Format: String], all: Bool = false,
        rules: BGeigieRules = BGeigieRules(), window: UTCWindow = UTCWindow()
    ) {
        self.store = store
        self.survey = survey
        self.run = run
        self.outputs = outputs
        self.all = all
        self.rules = rules
        self.window = window
    }
}
