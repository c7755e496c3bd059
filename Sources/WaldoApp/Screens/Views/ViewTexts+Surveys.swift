import WaldoCore
import WaldoLoop
import WaldoMap
import WaldoSurvey

/// The texts of the folder's surveys, and of routes.
extension ViewTexts {
    /// The most points of a route's line; of a longer one every so many are sent.
    private static let maxPoints = 1_500

    /// The longest list in bytes.
    private static let longestList = 100_000

    /// How much of a survey a list has.
    private struct Cut {
        /// The most notes, and the most characters of one and of another text.
        let notes: Int, note: Int, text: Int
    }

    /// What a list has that is not too long, and what is tried for one that is.
    private static let cuts = [
        Cut(notes: 20, note: 400, text: 128), Cut(notes: 5, note: 200, text: 128), Cut(notes: 2, note: 100, text: 128),
        Cut(notes: 0, note: 0, text: 60),
    ]

    /// The list of the folder. Where it is too long, notes are cut before surveys are left out.
    static func surveys(_ items: [SurveyFolder.Item], list: Int, folder: String, why: String) -> [UInt8] {
        var text: [UInt8] = []
        for cut in cuts {
            text = self.list(items, Array(items.indices), cut, list, folder, why)
            if text.count <= longestList { return text }
        }
        var limit = items.count
        while text.count > longestList, limit > 1 {
            limit /= 2
            let shown = SurveyFolder.chosen(of: items, limit: limit, now: WallClock.now())
            text = self.list(items, shown, cuts[cuts.count - 1], list, folder, "some surveys are not shown; \(why)")
        }
        return text
    }

    /// - Parameter shown: the places of the items that the list has.
    private static func list(
        _ items: [SurveyFolder.Item], _ shown: [Int], _ cut: Cut, _ list: Int, _ folder: String, _ why: String
    ) -> [UInt8] {
        var json = object("surveys")
        json.add("list", list)
        json.add("folder", folder)
        json.add("why", why, limit: 300)
        json.add("items", shown.map { survey(items[$0], $0, cut) })
        return json.finish()
    }

    private static func survey(_ item: SurveyFolder.Item, _ index: Int, _ cut: Cut) -> JSONObject {
        var part = JSONObject()
        part.add("item", index)
        part.add("file", item.file, limit: cut.text)
        part.add("survey", Int(item.survey))
        part.add("title", item.title, limit: cut.text)
        part.add("begun", item.begun)
        part.add("duration", item.duration)
        part.add("samples", Int(item.samples))
        part.add("bytes", Int(item.size))
        part.add("ending", item.ending)
        part.add("upload", item.upload, limit: cut.text)
        part.add("current", item.isCurrent)
        if let system = item.system { part.add("system", system == .arm ? "arm" : "world") }
        part.add(
            "notes",
            item.notes.suffix(cut.notes).map { note in
                var part = JSONObject()
                part.add("id", Int(note.id))
                part.add("text", note.text, limit: cut.note)
                return part
            })
        return part
    }

    // MARK: routes

    /// Routes are being looked for.
    static func route(busy slot: Int) -> [UInt8] {
        var json = object("route")
        json.add("slot", slot)
        json.add("busy", true)
        return json.finish()
    }

    /// There is no route, and why.
    static func route(refused why: String, _ slot: Int) -> [UInt8] {
        var json = object("route")
        json.add("slot", slot)
        json.add("why", why, limit: 400)
        return json.finish()
    }

    /// The alternatives, as lines on a plane.
    static func route(_ table: RouteTable, _ slot: Int, on plane: MapPlane) -> [UInt8] {
        var json = object("route")
        json.add("slot", slot)
        json.add("unit", table.unit)
        json.add("quantity", table.quantity)
        json.add(
            "routes",
            table.alternatives.map { alternative in
                var part = JSONObject()
                part.add("length", RouteTable.length(alternative.route.length))
                part.add("time", RouteTable.time(alternative.route.time))
                part.add("dose", RouteTable.amount(alternative.exposure.dose, alternative.exposure.sigma, table.unit))
                part.add("saving", table.saving(alternative))
                part.add("cheapest", alternative.isWanted)
                let line = alternative.line, step = (line.count + maxPoints - 1) / maxPoints
                let kept = line.indices.filter { $0 % step == 0 || $0 == line.count - 1 }
                part.add(
                    "line",
                    kept.compactMap { plane.point(line[$0]) }.map { point in
                        [point.x, point.y].map { ($0 * 1e4).rounded() / 1e4 }
                    })
                return part
            })
        return json.finish()
    }
}
