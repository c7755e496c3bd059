import WaldoCore
import WaldoMap
import WaldoPanel
import WaldoStore
import WaldoSurvey

/// What the pages are sent of a survey, as JSON objects with a `kind`.
enum ViewTexts {
    static func object(_ kind: String) -> JSONObject {
        var json = JSONObject()
        json.add("kind", kind)
        return json
    }

    /// What the views can do.
    static func views(_ plan: SurveyPlan?, folder: String, _ ground: MapGround.Files) -> [UInt8] {
        var json = object("views")
        json.add("live", plan != nil)
        json.add("folder", folder)
        json.add("sensor", plan?.sensor.name ?? "")
        json.add("graph", plan?.graph.name ?? "")
        json.add("route", true)
        json.add("roads", !ground.roads.isEmpty)
        if let tiles = ground.tiles {
            var part = JSONObject()
            part.add("min", tiles.zooms.lowerBound)
            part.add("max", tiles.zooms.upperBound)
            part.add("attribution", tiles.attribution, limit: 200)
            json.add("tiles", part)
        }
        return json.finish()
    }

    /// The colours of the scales.
    static let scales: [UInt8] = {
        var json = object("scales")
        json.add(
            "scales",
            ColourScale.allCases.map { scale in
                var part = JSONObject()
                part.add("name", scale.rawValue)
                part.add("colours", scale.colours.map(\.text))
                if let units = scale.units {
                    var limits = JSONObject()
                    for unit in units { limits.add(unit, scale.limits(unit: unit)) }
                    part.add("absolute", limits)
                } else {
                    part.add("limits", scale.limits(unit: ""))
                }
                return part
            })
        json.add("over", ColourScale.over.text)
        return json.finish()
    }()

    /// A sentence for the operator of a page.
    static func said(_ text: String) -> [UInt8] {
        var json = object("said")
        json.add("text", text, limit: 400)
        return json.finish()
    }

    /// What a slot has.
    static func streams(_ slot: ViewSlot, _ number: Int) -> [UInt8] {
        var json = object("streams")
        json.add("slot", number)
        json.add("live", slot.isLive)
        json.add("title", slot.title)
        if let item = slot.item {
            json.add("list", item.list)
            json.add("item", item.index)
        }
        if let utc = slot.utc { json.add("utc", Double(utc) / 1_000) }
        json.add("system", slot.plane.map { $0.system == .arm ? "arm" : "world" } ?? "none")
        json.add("method", slot.method.rawValue)
        if let cell = slot.step ?? slot.method.cell { json.add("cell", cell) }
        if case .world(let longitude, let latitude)? = slot.plane {
            var origin = JSONObject()
            origin.add("longitude", longitude)
            origin.add("latitude", latitude)
            // Metres of a degree, so that pages and pictures have one plane.
            if let plane = slot.plane, let north = plane.point(Place(x: longitude, y: latitude + 1)),
                let east = plane.point(Place(x: longitude + 1, y: latitude))
            {
                origin.add("north", north.y)
                origin.add("east", east.x)
            }
            json.add("origin", origin)
        }
        if slot.plane == nil { json.add("why", slot.isLive ? "no place yet" : "the survey has no places") }
        json.add(
            "streams",
            slot.streams.indices.map { index in
                var part = JSONObject()
                part.add("name", slot.streams[index].name)
                part.add("unit", slot.streams[index].unit)
                part.add("thresholds", slot.levels(of: index))
                part.add("samples", slot.counts[index].samples)
                part.add("placed", slot.counts[index].placed)
                return part
            })
        json.add(
            "gaps",
            slot.gaps.map { gap in
                var part = JSONObject()
                part.add("from", gap.from)
                part.add("to", gap.to)
                part.add("text", gap.reason)
                return part
            })
        json.add(
            "marks",
            slot.marks.map { mark in
                var part = JSONObject()
                part.add("at", mark.at)
                part.add("text", mark.text)
                return part
            })
        json.add("preferred", slot.preferred)
        return json.finish()
    }
}
