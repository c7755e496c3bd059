import WaldoPanel

extension ViewMessage {
    /// Why a page may not do this; nil: it may.
    ///
    /// Open surveys and alarms are the same for all pages. While a page drives, no other one takes them from it.
    /// - Parameters:
    ///   - driver: the viewer whose page drives, or is in charge of a survey without an arm; nil: none does.
    ///   - hasArm: whether there is an arm to drive.
    func refusal(for viewer: Int, driver: Int?, hasArm: Bool = true) -> String? {
        guard viewer != driver else { return nil }
        let drives = hasArm ? "drives" : "is in charge"
        switch self {
        case .samples, .surveys, .route: return nil
        case .open, .close:
            return driver == nil
                ? nil : "while a page \(drives), only that page opens and closes surveys, for all pages"
        case .acknowledge:
            return driver == nil ? nil : "while a page \(drives), only that page acknowledges alarms, for all pages"
        case .note, .publish, .delete, .export: return "only the page that \(drives) changes or exports surveys"
        case .session: return "only the page that \(drives) starts, pauses and ends a survey"
        case .raster: return "only the page that drives pauses, resumes and ends a raster"
        }
    }
}
