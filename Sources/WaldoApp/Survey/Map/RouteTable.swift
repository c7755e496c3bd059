import WaldoCore
import WaldoFiles
import WaldoMap
import WaldoSurvey

/// The alternatives of a route, for people and programs.
struct RouteTable {
    /// A route with what it means.
    struct Alternative {
        let route: FoundRoute, exposure: RouteExposure
        let line: [Place]
        /// Whether it is the best one by the weights that were asked for.
        var isWanted = false
    }

    let alternatives: [Alternative]
    /// The name of the stream that the dose or exposure is computed of, and the unit of that.
    let stream: String, unit: String

    /// What is received on a route: a `dose`, or of any other quantity than one of radiation an `exposure`.
    var quantity: String { MeasureUnit(unit).isDose ? "dose" : "exposure" }

    /// Creates a table of routes, of which there is one at least.
    init(_ alternatives: [Alternative], _ weights: RouteWeights, stream: String, unit: String) {
        func cost(_ index: Int) -> Double { weights.cost(alternatives[index].route) }
        let wanted = alternatives.indices.min { cost($0) < cost($1) }
        var marked = alternatives
        if let wanted { marked[wanted].isWanted = true }
        (self.alternatives, self.stream, self.unit) = (marked, stream, unit)
    }

    /// The one that is the best by the weights.
    var wanted: Alternative? { alternatives.first(where: \.isWanted) }

    // MARK: texts

    /// A table of the routes, from the fastest to the cleanest.
    var lines: [String] {
        let rows =
            [["", "length", "time", quantity, "saving"]]
            + alternatives.map { alternative in
                let route = alternative.route
                return [
                    alternative.isWanted ? "*" : "", Self.length(route.length), Self.time(route.time),
                    Self.amount(alternative.exposure.dose, alternative.exposure.sigma, unit), saving(alternative),
                ]
            }
        return TextTable.lines(rows, isNumber: { _ in true }) + [
            "* the cheapest by --weight; \(quantity): what was measured there, with its error"
        ]
    }

    /// `0.51 +- 0.03 uSv`; `0.5123 uSv` where the error is not known.
    static func amount(_ amount: Double, _ sigma: Double, _ unit: String) -> String {
        DecimalText.rounded(amount, error: sigma)
            + (sigma > 0 ? " +- " + DecimalText.rounded(sigma, error: sigma) : "") + " \(MarkupText.unit(unit))"
    }

    /// How much less is expected than on the fastest route.
    func saving(_ alternative: Alternative) -> String {
        guard let fastest = alternatives.first, fastest.exposure.dose > 0, alternative.route != fastest.route else {
            return ""
        }
        let ratio = alternative.exposure.dose / fastest.exposure.dose
        let errors = [alternative.exposure.sigma, ratio * fastest.exposure.sigma].map { $0 / fastest.exposure.dose }
        let error = (errors[0] * errors[0] + errors[1] * errors[1]).squareRoot() * 100
        return "\(DecimalText.rounded((1 - ratio) * 100, error: 10)) +- \(DecimalText.rounded(error, error: 10)) %"
    }

    /// `1.2 km`, or `0.25 m`.
    static func length(_ metres: Double) -> String {
        if metres >= 1_000 { return DecimalText.rounded(metres / 1_000) + " km" }
        return DecimalText.rounded(metres, error: metres < 10 ? 0.01 : 10) + " m"
    }

    /// `14 min`, or `12.4 s`.
    static func time(_ hours: Double) -> String {
        hours >= 1.0 / 60
            ? DecimalText.rounded(hours * 60, error: 1) + " min" : DecimalText.rounded(hours * 3_600) + " s"
    }

    /// The routes as one JSON object.
    var json: [UInt8] {
        var json = JSONObject()
        json.add("stream", stream)
        json.add("\(quantity)_unit", unit)
        json.add("routes", alternatives.map(properties))
        return json.finish()
    }

    private func properties(_ alternative: Alternative) -> JSONObject {
        var json = JSONObject()
        json.add("cheapest", alternative.isWanted)
        json.add("length", alternative.route.length)
        json.add("hours", alternative.route.time)
        json.add(quantity, alternative.exposure.dose)
        json.add("\(quantity)_sigma", alternative.exposure.sigma)
        json.add("\(quantity)_unit", unit)
        json.add("places", alternative.route.nodes.count)
        return json
    }

    /// Writes the routes as lines of GeoJSON (RFC 7946); those of an arm are in metres from its base, which the
    /// standard leaves to its readers.
    /// - Throws: `ExportError`.
    func write(to path: String) throws {
        let features = alternatives.map { alternative in
            var geometry = JSONObject()
            geometry.add("type", "LineString")
            geometry.add("coordinates", alternative.line.map(Self.coordinates))
            var feature = JSONObject()
            feature.add("type", "Feature")
            feature.add("geometry", geometry)
            feature.add("properties", properties(alternative))
            return feature
        }
        var collection = JSONObject()
        collection.add("type", "FeatureCollection")
        collection.add("features", features)
        let file = try ExportFile(path)
        try file.write(collection.finish() + [UInt8(ascii: "\n")])
        try file.finish()
    }

    private static func coordinates(_ place: Place) -> [Double] {
        let numbers = place.system == .arm ? [place.x, place.y, place.z ?? 0] : [place.x, place.y]
        return numbers.map { ($0 * 1e7).rounded() / 1e7 }
    }
}
