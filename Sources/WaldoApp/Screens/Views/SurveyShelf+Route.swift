import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoMap
import WaldoPanel
import WaldoSurvey

extension SurveyShelf {
    /// Looks for routes through the survey of a slot.
    func route(_ wanted: ViewMessage.Route, through slot: ViewSlot?, for viewer: Int) {
        guard let slot, let plane = slot.plane, slot.streams.indices.contains(wanted.stream) else {
            return routed(ViewTexts.route(refused: "the survey has no places yet", wanted.slot), viewer)
        }
        guard let store = slot.store else {
            return routed(ViewTexts.route(refused: "the survey is not stored; give it a file", wanted.slot), viewer)
        }
        let unit = plane.system == .arm ? 1e-4 : 0.1
        func end(_ x: Int32, _ y: Int32) -> PlanePoint { PlanePoint(x: Double(x) * unit, y: Double(y) * unit) }
        let wish = SurveyContents.RouteWish(
            survey: slot.survey, stream: slot.streams[wanted.stream].name, plane: plane,
            from: end(wanted.fromX, wanted.fromY), to: end(wanted.toX, wanted.toY),
            weights: RouteWeights(dose: Double(wanted.dose) / 1_000, time: Double(wanted.time) / 1_000),
            slot: wanted.slot)
        routed(ViewTexts.route(busy: wanted.slot), viewer)
        add(viewer, store, .route) {
            let text: [UInt8]
            do throws(Failure) { text = try FileHelper.once(FileJob(store, .route(wish))) } catch {
                text = ViewTexts.route(refused: error.description, wish.slot)
            }
            return { [weak self] in self?.routed(text, viewer) }
        }
    }

    private func routed(_ text: [UInt8], _ viewer: Int) { delegate?.routed(text, to: viewer) }
}
