import WaldoCore
import WaldoLoop
package import WaldoSurvey

/// Where samples get their places, as the operator asks for it: `message`, `gpsd`, `gpsd=HOST:PORT`, `arm`,
/// `fixed=LATITUDE,LONGITUDE`, `none`, or several of them with commas between.
package struct Locating: Equatable, Sendable {
    /// The sources in the operator's order; nil: the graph's.
    package var sources: [Fix.Source]?
    /// The one place of the survey.
    package var fixed: Place?
    /// Where gpsd is; nil: it is not asked.
    package var gpsd: String?

    /// Why words are refused.
    package struct Refusal: Error, Equatable {
        /// What is wrong, and what to write.
        package var sentence: String

        init(_ sentence: String) { self.sentence = sentence }
    }

    /// No wish.
    package init() {}

    /// Parses the words.
    /// - Throws: why they are refused.
    package init(_ argument: String) throws(Refusal) {
        var sources: [Fix.Source] = []
        // The two numbers of a fixed place have a comma of their own.
        let words = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        var rest = words[...]
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            switch (parts[0], parts.count) {
            case ("none", 1):
                guard words.count == 1 else {
                    throw Refusal("none stands alone; leave it out, or the others")
                }
            case ("message", 1): sources.append(.message)
            case ("arm", 1): sources.append(.arm)
            case ("gpsd", 1), ("gpsd", 2):
                gpsd = parts.count == 2 ? parts[1] : GPSDAddress.standard.text
                sources.append(.gpsd)
            case ("fixed", _):
                fixed = try Self.place(parts.dropFirst().first, rest.popFirst())
                sources.append(.fixed)
            default:
                throw Refusal(
                    "`\(SafeText.escaped(word))` is no source of places; there are message, gpsd, arm, "
                        + "fixed=LATITUDE,LONGITUDE and none")
            }
        }
        for source in sources where sources.count(where: { $0 == source }) > 1 {
            throw Refusal("\(source.rawValue) appears more than once; name each source once")
        }
        self.sources = sources
    }

    /// Parses the words; nil where one is none.
    package init?(argument: String) {
        guard let locating = try? Locating(argument) else { return nil }
        self = locating
    }

    private static func place(_ first: String?, _ second: String?) throws(Refusal) -> Place {
        guard let latitude = first.flatMap(Double.init), let longitude = second.flatMap(Double.init)
        else {
            throw Refusal("a fixed place needs two numbers: fixed=LATITUDE,LONGITUDE, in degrees")
        }
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
            throw Refusal("the latitude is from -90 to 90, the longitude from -180 to 180 degrees")
        }
        return Place(x: longitude, y: latitude)
    }
}
