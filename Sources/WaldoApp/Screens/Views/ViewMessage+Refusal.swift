import WaldoPanel

extension ViewMessage {
    /// Why a page may not do this; nil: it may.
    ///
    /// Open surveys and alarms are the same for all pages. While a page drives, no other one takes them from it.
    /// - Parameter driver: the viewer whose page drives; nil: none does.
    func refusal(for viewer: Int, driver: Int?) -> String? {
        guard viewer != driver else { return nil }
        switch self {
        case .samples, .surveys, .route: return nil
        case .open, .close:
            return driver == nil ? nil : "while a page drives, only that page opens and closes surveys, for all pages"
        case .acknowledge:
            return driver == nil ? nil : "while a page drives, only that page acknowledges alarms, for all pages"
        case .note, .publish, .delete, .export: return "only the page that drives changes or exports surveys"
        case .raster: return "only the page that drives pauses, resumes and ends a raster"
        }
    }
}
