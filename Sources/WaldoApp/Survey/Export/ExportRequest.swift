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
    /// The times between which samples are exported, in microseconds since 1970; nil: all.
    package var from: Int64?, until: Int64?

    /// A request of these parts.
    package init(
        store: String, survey: Int64? = nil, run: Int64? = nil, outputs: [Format: String], all: Bool = false,
        rules: BGeigieRules = BGeigieRules(), from: Int64? = nil, until: Int64? = nil
    ) {
        self.store = store
        self.survey = survey
        self.run = run
        self.outputs = outputs
        self.all = all
        self.rules = rules
        self.from = from
        self.until = until
    }

    /// Whether a sample's time is wanted.
    func takes(_ utc: Int64?) -> Bool {
        guard from != nil || until != nil else { return true }
        guard let utc else { return false }
        return utc >= from ?? .min && utc < until ?? .max
    }
}
