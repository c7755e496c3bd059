import Testing
import WaldoCore
import WaldoMap
import WaldoSurvey

/// Places on a plane and back.
@Suite struct MapPlaneTests {
    /// Lengths of a degree on WGS 84 (NGA.STND.0036): longitude and latitude.
    @Test(arguments: [(0.0, 111_319.491, 110_574.276), (45, 78_846.835, 111_131.778), (60, 55_800.023, 111_412.273)])
    func aDegreeHasItsLength(latitude: Double, east: Double, north: Double) throws {
        let plane = MapPlane.world(longitude: 10, latitude: latitude)
        let point = try #require(plane.point(Place(x: 11, y: latitude + 1)))
        #expect(abs(point.x - east) < 0.03)
        #expect(abs(point.y - north) < 0.03)
    }

    @Test func aPointIsThePlaceItWas() throws {
        for plane in [
            MapPlane.world(longitude: 144.9631, latitude: -37.8136), .world(longitude: -179.9999, latitude: 71),
            .arm(.xy),
        ] {
            let place = Place(system: plane.system, x: plane.system == .arm ? 0.13 : 179.9998, y: 0.07, z: 0)
            let point = try #require(plane.point(place))
            let back = plane.place(point)
            #expect(abs(back.x - place.x) < 1e-9 && abs(back.y - place.y) < 1e-9)
        }
    }

    @Test func theWayAcrossTheDateLineIsShort() throws {
        let plane = MapPlane.world(longitude: 179.999, latitude: 0)
        let point = try #require(plane.point(Place(x: -179.999, y: 0)))
        #expect(abs(point.x - 222.639) < 0.01)
    }

    /// An area of 210 degrees of longitude has the survey in its middle, and is not turned inside out.
    @Test func aWideRingIsNotTorn() {
        let ring = [(-50.0, -60.0), (160, -60), (160, -10), (-50, -10)].map { Place(x: $0, y: $1) }
        let melbourne = MapPlane.world(longitude: 144.96, latitude: -37.81)
        #expect(KeepOut([[melbourne.points(ring)]]).contains(PlanePoint()))
        let far = MapPlane.world(longitude: -179.9, latitude: 0)
        let east = far.points([Place(x: 179.8, y: 0), Place(x: 179.9, y: 0)])
        #expect(east.map { ($0.x / 1_000).rounded() } == [-33, -22])
    }

    /// The example of EPSG's guidance note 7-2 for its method 9820, less the false coordinates; the poles by Snyder's
    /// 24-23, worked with Python.
    @Test(arguments: [
        (10.0, 52.0, 5.0, 50.0, -358_200.55, -210_281.15), (20, 90, 20, 80, 0, -1_115_409.051),
        (20, 90, 110, 80, 1_115_409.051, 0), (20, -90, 20, -80, 0, 1_115_409.051),
    ])
    func theEqualAreaProjectionIsEPSGs(
        _ longitude: Double, _ latitude: Double, _ x: Double, _ y: Double, _ east: Double, _ north: Double
    ) throws {
        let plane = MapPlane.wide(EqualArea(longitude: longitude, latitude: latitude))
        let point = try #require(plane.point(Place(x: x, y: y)))
        #expect(abs(point.x - east) < 0.01 && abs(point.y - north) < 0.01, "\(point)")
    }

    /// Geodesics on WGS 84 in kilometres, by Vincenty's formula: Brussels to Athens and New York, Suva to Apia,
    /// Longyearbyen to Athens.
    @Test(arguments: [
        ((4.3517, 50.8503), (23.7275, 37.9838), 2_091.7), ((4.3517, 50.8503), (-74.006, 40.7128), 5_904.5),
        ((178.4419, -18.1416), (-171.7514, -13.8333), 1_152.5), ((15.6356, 78.2232), (23.7275, 37.9838), 4_496.9),
    ])
    func farPlacesAreFarOnTheMap(_ one: (Double, Double), _ other: (Double, Double), _ kilometres: Double) throws {
        let places = [one, other].map { Place(x: $0.0, y: $0.1) }
        let plane = try #require(MapPlane(fitting: places))
        guard case .wide = plane else {
            Issue.record("\(plane)")
            return
        }
        let points = places.compactMap(plane.point)
        #expect(abs(points[0].distance(to: points[1]) / 1_000 / kilometres - 1) < 0.01)
        for (place, point) in zip(places, points) {
            let back = plane.place(point)
            #expect(abs(back.x - place.x) < 1e-7 && abs(back.y - place.y) < 1e-7)
        }
    }

    @Test func thePlaneFitsTheExtent() throws {
        let near = [Place(x: 179.9, y: -16), Place(x: -179.9, y: -16.5)]
        #expect(MapPlane(fitting: near) == .world(longitude: 179.9, latitude: -16))
        let around = [Place(x: 170, y: -16), Place(x: -170, y: -16)]
        guard case .wide(let area)? = MapPlane(fitting: around) else {
            Issue.record("not wide")
            return
        }
        #expect(abs(abs(area.longitude) - 180) < 1e-9 && area.latitude < -16)
        // Places around the whole world have no middle.
        let all = [Place(x: 0, y: 0), Place(x: 120, y: 0), Place(x: -120, y: 0)]
        #expect(MapPlane(fitting: all) == .wide(EqualArea(longitude: 0, latitude: 0)))
        #expect(MapPlane(fitting: []) == nil && MapPlane(fitting: [Place(system: .arm, x: 1, y: 2)]) == nil)
        let plane = MapPlane.wide(EqualArea(longitude: 10, latitude: 20))
        #expect(plane.point(Place(x: -170, y: -20)) == nil && plane.point(Place(x: 11, y: 20)) != nil)
        #expect(plane.place(PlanePoint(x: 1e8, y: 0)) == Place(x: -170, y: -20))
    }

    @Test func anArmIsSeenFromThreeSides() {
        let place = Place(system: .arm, x: 1, y: 2, z: 3)
        #expect(MapPlane.arm(.xy).point(place) == PlanePoint(x: 1, y: 2))
        #expect(MapPlane.arm(.xz).point(place) == PlanePoint(x: 1, y: 3))
        #expect(MapPlane.arm(.yz).point(place) == PlanePoint(x: 2, y: 3))
        #expect(MapPlane.arm(.yz).point(Place(system: .arm, x: 1, y: 2)) == nil)
    }

    @Test func aPlaceOfTheOtherSystemIsNoPoint() {
        #expect(MapPlane.arm(.xy).point(Place(x: 1, y: 2)) == nil)
        #expect(MapPlane.world(longitude: 0, latitude: 0).point(Place(system: .arm, x: 1, y: 2)) == nil)
        #expect(MapPlane.arm(.xy).point(Place(system: .arm, x: .nan, y: 2)) == nil)
    }
}
