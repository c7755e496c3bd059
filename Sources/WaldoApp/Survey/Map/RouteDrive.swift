package import WaldoCore
package import WaldoFiles
import WaldoMap
package import WaldoSimulator
import WaldoStore
import WaldoSurvey
package import WaldoTime

/// The drive of a route over an arm's raster.
package struct RouteDrive {
    /// The points, with those on the way to its beginning.
    package let raster: RasterPlan
    /// The arm, with where it stands.
    package let arm: Arm
    let survey: SurveySummary
    let isApproachPlanned: Bool
    let standing: String
    /// What it is expected to receive.
    package let expected: RouteExpectation

    /// What is going to happen, before anything moves.
    package var lines: [String] {
        let moves = SurveyNumber.count(raster.moves, "move"), time = SurveyNumber.duration(raster.time.longest)
        return [
            "\(moves), \(time) and what the sensor takes at both ends"
                + (isApproachPlanned
                    ? ""
                    : "; the arm stands at no point of the raster, and moves one channel after the other to the beginning"),
            "assumed start: " + standing,
        ]
    }

    /// Where the arm is believed to stand.
    package var start: String { standing }

    /// The survey of the drive: by the sensor and the graph of the raster's survey, from the files that its store
    /// keeps.
    /// - Throws: `Failure` for files that cannot be used.
    package func surveyPlan(store: String?) throws -> SurveyPlan {
        let sensor = survey.description.sensor, graph = survey.newestGraph
        var plan = try SurveyPlan(
            (ParsedFile.sensor(sensor), SourceText(name: sensor.name, text: sensor.text)),
            graph: graph.map { (try ParsedFile.graph($0), SourceText(name: $0.name, text: $0.text)) })
        plan.rules.sources = [.arm]
        plan.store = store
        plan.waits = true
        return plan
    }

    /// The arm's file, as the store keeps it.
    package var armSource: SourceText {
        survey.description.arm.map { SourceText(name: $0.name, text: $0.text) } ?? SourceText(name: "arm", text: "")
    }

    /// How long the sensor counts for one message.
    package func exposure(_ survey: SurveyPlan) -> TimeSpan { RasterRequest.exposure(survey) }

    /// The simulation that the raster was driven in; nil: a real arm.
    /// - Throws: `Failure` for options that cannot be read.
    package func simulation() throws -> SimulationOptions? {
        guard let method = survey.description.method, method.hasPrefix(SurveyPlan.simulationMethod) else { return nil }
        let text = String(method.dropFirst(SurveyPlan.simulationMethod.count))
        do throws(SimulationOptionError) {
            return try SimulationOptions(text)
        } catch {
            throw Failure(.file, "the survey's simulation cannot be read: \(error.sentence)")
        }
    }
}
