package import WaldoCore
internal import WaldoLoop

/// Where samples get their places, as the operator asks for it: `message`, `gpsd`, `gpsd=HOST:PORT`, `arm`,
/// `fixed=LATITUDE,LONGITUDE`, `none`, or several of them with commas between.
package struct Locating: Equatable, Sendable {
    /// The sources in the operator's order; nil: the graph's.
    package var sources: [Fix.Source]?
    /// The one place of the survey.
    package var fixed: Place?
    /// Where gpsd is; nil: it is not asked.
    package var gpsd: String?

    /// No wish.
    package init() {}

    /// Parses the words; nil where one is none.
    package init?(argument: String) {
        var sources: [Fix.Source] = []
        // The two numbers of a fixed place have a comma of their own.
        let words = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        var rest = words[...]
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            switch (parts[0], parts.count) {
            case ("none", 1) where words.count == 1: break
            case ("message", 1): sources.append(.message)
            case ("arm", 1): sources.append(.arm)
            case ("gpsd", 1), ("gpsd", 2):
                gpsd = parts.count == 2 ? parts[1] : GPSDAddress.standard.text
                sources.append(.gpsd)
            case ("fixed", 2):
                guard let latitude = Double(parts[1]), let second = rest.popFirst(), let longitude = Double(second),
                    (-90...90).contains(latitude), (-180...180).contains(longitude)
                else { return nil }
                fixed = Place(x: longitude, y: latitude)
                sources.append(.fixed)
            default: return nil
            }
        }
        guard Set(sources.map(\.rawValue)).count == sources.count else { return nil }
        self.sources = sources
    }
}
