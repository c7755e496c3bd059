import Testing
import WaldoCore
import WaldoMap

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
