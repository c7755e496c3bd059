package import WaldoLoop

/// Shows stored surveys on the panel's pages, until a signal ends it.
@LoopActor
package final class StoredSurveysSession: LoopTask {
    private let files: [String]
    private let panel: PanelPlan
    private var pages: SurveyPages?

    private init(_ files: [String], _ panel: PanelPlan) { (self.files, self.panel) = (files, panel) }

    /// Runs from start to end.
    /// - Throws: the `Failure` that ended it, or the `ExitStatus`.
    package nonisolated static func run(_ files: [String], on panel: PanelPlan) throws {
        try LoopRun.run { StoredSurveysSession(files, panel) }
    }

    func start(_ run: LoopRun) throws {
        let pages = try SurveyPages(panel, start: Monotonic.now())
        self.pages = pages
        pages.show(files)
        pages.invite()
    }

    func end(_ run: LoopRun) {
        pages?.close()
        run.finish()
    }
}
