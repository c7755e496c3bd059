import WaldoCore
import WaldoFiles
import WaldoMap
import WaldoStore
import WaldoSurvey
import WaldoTime

/// A stream as counts, from which a source can be found.
extension MappedStream {
    private func point(_ place: MeasuredPlace) -> ArmPoint? {
        if plane.system == .arm {
            return ArmPoint(x: place.place.x, y: place.place.y, z: place.place.z ?? 0)
        }
        // Heights by satellite are too poor for a source's depth.
        return plane.point(place.place).map { ArmPoint(x: $0.x, y: $0.y, z: 0) }
    }

    /// The counts at each place, in metres.
    var counted: [CountedPoint] {
        places.compactMap { place in
            point(place).map {
                CountedPoint($0, counts: place.sum, exposure: place.exposure.inSeconds)
            }
        }
    }

    /// Counts that give the numbers the errors that they have.
    /// - Throws: `Failure` for numbers without errors.
    func estimated(of store: String) throws(Failure) -> [CountedPoint] {
        let known = places.filter { $0.sigma > 0 && $0.value > 0 }
        let sensitivities = known.map { $0.value / ($0.sigma * $0.sigma) / $0.exposure.inSeconds }.sorted()
        guard !sensitivities.isEmpty else {
            throw Failure(
                .file,
                """
                \(store): the numbers of “\(SafeText.escaped(stream.name))” have no error; \(countsRemedy(store))add a \
                `poisson` node to the graph
                """)
        }
        let sensitivity = sensitivities[sensitivities.count / 2]
        return places.compactMap { place in
            let exposure = sensitivity * place.exposure.inSeconds
            return point(place).map {
                CountedPoint($0, counts: max(0, place.value) * exposure, exposure: exposure)
            }
        }
    }

    /// How many units of this dose rate a count a second is, by the counts of the same survey; nil: not a dose rate.
    func dose(for counts: MappedStream) -> (rate: Double, unit: String)? {
        guard MeasureUnit(stream.unit).measuresSame(as: MeasureUnit("uSv/h")) else { return nil }
        let sum = counts.places.reduce(0) { $0 + $1.sum }
        let seconds = counts.places.reduce(0) { $0 + $1.exposure.inSeconds }
        let weights = places.reduce(0) { $0 + $1.exposure.inSeconds }
        let mean = places.reduce(0) { $0 + $1.value * $1.exposure.inSeconds }
        guard sum > 0, seconds > 0, weights > 0 else { return nil }
        return (mean / weights / (sum / seconds), stream.unit)
    }

    /// How to get at counts, before another remedy: of another stream, or of the sensor, which the survey's graph may
    /// not give. Empty where it has none, or the stream is one.
    func countsRemedy(_ store: String) -> String {
        guard stream.unit != "count" else { return "" }
        let streams = survey.sessions.compactMap(\.runs.last).flatMap(\.streams)
        if let counts = streams.first(where: { $0.description.unit == "count" && $0.placed > 0 }) {
            return "take the counts by --stream “\(SafeText.escaped(counts.description.name))”, or "
        }
        let file = survey.description.sensor, sensor = try? ParsedText.sensor(file.text, named: file.name)
        guard sensor?.descriptions.contains(where: { $0.unit == "count" }) == true else { return "" }
        return "compute the sensor's counts by `waldo survey process \(store) --graph none`, or "
    }
}
