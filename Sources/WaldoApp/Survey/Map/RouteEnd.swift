import WaldoCore
package import WaldoSurvey

/// Where a route begins or ends.
package enum RouteEnd: Equatable, Sendable {
    /// A place of the world in degrees.
    package struct Degrees: Equatable, Sendable {
        /// The coordinates of WGS 84.
        package var longitude: Double, latitude: Double
    }

    /// A number of a channel of the arm.
    package struct Number: Equatable, Sendable {
        /// The channel's name, and the number in the channel's unit.
        package var channel: String, number: Double
    }

    /// What the two ends are called, for the command line and for the map of a page alike.
    static let names = ["the beginning (--from)", "the end (--to)"]

    /// A place of the world.
    case world(Degrees)
    /// A position of the arm.
    case arm([Number])
    /// A place on the map, whose height does not matter.
    case mapped(Place)

    /// The place in the world; nil: it is none.
    var world: Place? {
        switch self {
        case .world(let degrees): Place(x: degrees.longitude, y: degrees.latitude)
        case .mapped(let place) where place.system == .world: place
        case .arm, .mapped: nil
        }
    }

    /// Parses `-37.8136,144.9631` (latitude, longitude) or `zx=-40,zy=20`; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        if text.contains("=") {
            var numbers: [Number] = []
            for part in parts {
                let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard sides.count == 2, !sides[0].isEmpty, let number = Double(sides[1]), number.isFinite,
                    !numbers.contains(where: { $0.channel == sides[0] })
                else { return nil }
                numbers.append(Number(channel: String(sides[0]), number: number))
            }
            self = .arm(numbers)
        } else {
            let numbers = parts.map { Double($0) }
            guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
                (-90...90).contains(latitude), (-180...180).contains(longitude)
            else { return nil }
            self = .world(Degrees(longitude: longitude, latitude: latitude))
        }
    }
}
