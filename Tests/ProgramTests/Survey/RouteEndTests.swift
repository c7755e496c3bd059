import Testing

@testable import WaldoApp

/// Ends of routes on the command line.
@Suite struct RouteEndTests {
    @Test func placesAndChannelsAreRead() {
        #expect(RouteEnd("-37.8136,144.9631") == .world(.init(longitude: 144.9631, latitude: -37.8136)))
        #expect(
            RouteEnd("zx=-40,zy=2.5")
                == .arm([.init(channel: "zx", number: -40), .init(channel: "zy", number: 2.5)]))
    }

    @Test(arguments: [
        "", ",", "1", "1,2,3", "91,0", "0,181", "north,east", "zx", "zx=", "=1", "zx=1,", "zx=1,zx=2", "zx=nan",
        "zx=inf",
        "nan,0", "zx=1,2",
    ])
    func allElseIsRefused(text: String) { #expect(RouteEnd(text) == nil, "\(text)") }
}
