import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// From a stick's deflection to a control's value.
@Suite struct ControlTests {
    /// The test vectors of the original joystick: x, y, angle in degrees, displacement.
    @Test(arguments: [
        (0.0, 1.0, 0.0, 1.0), (1, 1, 45, 1), (0.5, 0, 90, 0.5), (1, -1, 135, 1), (0, -1, 180, 1), (-1, -1, 225, 1),
        (-1, 0, 270, 1), (-1, 1, 315, 1), (-0.00174532, 0.99999847, 359.9, 1), (0.00174532, 0.99999847, 0.1, 1),
        (0, 0, 0, 0),
    ])
    func polar(x: Double, y: Double, angle: Double, displacement: Double) {
        let polar = Polar(x: x, y: y)
        #expect(abs(polar.angle - angle) < 1e-4)
        #expect(abs(polar.displacement - displacement) < 1e-6)
    }

    @Test func polarIsRoundedAsTheOriginalApp() {
        let polar = Polar(angle: -37.4, displacement: 0.996).rounded
        #expect(polar.angle == 323 && polar.displacement == 1)
        #expect(Polar(angle: 359.7, displacement: 1).rounded.angle == 0)
        #expect(Polar(angle: .nan, displacement: .infinity) == Polar(angle: 0, displacement: 0))
        #expect((Polar(angle: 90, displacement: 0.37).x * 100).rounded() == 37)
        #expect((Polar(angle: 180, displacement: 1).y * 100).rounded() == -100)
    }

    @Test func theFirstMotionIsSmallAndTheLastIsFull() {
        let shaping = Shaping(deadZone: 0.1, expo: 0.5)
        #expect(shaping.shaped(0.1) == 0)
        #expect(shaping.shaped(0.101) > 0 && shaping.shaped(0.101) < 0.01)
        #expect(shaping.shaped(1) == 1 && shaping.shaped(3) == 1)
        #expect(abs(shaping.shaped(0.55) - 0.3125) < 1e-12)
    }

    @Test func axesAreClampedAndRestWhereTheFileSays() {
        func value(_ rest: AxisSource.Rest, _ raw: Int32, _ low: Int32 = 0, _ high: Int32 = 200) -> Double {
            var reader = AxisReader(AxisSource(5, rest: rest))
            reader.adopt(InputState(axes: [AxisState(5, minimum: low, maximum: high, value: 0)]), tolerance: nil)
            reader.apply(5, raw)
            return reader.value
        }
        #expect(value(.minimum, 50) == 0.25 && value(.minimum, 900) == 1 && value(.minimum, -9) == 0)
        #expect(value(.centre, 100) == 0 && value(.centre, -900) == -1 && value(.centre, 150) == 0.5)
        #expect(value(.maximum, 200) == 0 && value(.maximum, 0) == 1)
        #expect(value(.centre, 7, 7, 7) == 0)
        #expect(value(.centre, .max, .min, .max) == 1)
    }

    @Test func cornersOfASquareGateLieOnTheCircle() throws {
        var mapping = try #require(Mapping.pad().joystick)
        mapping.gate = .square
        mapping.shaping = Shaping()
        var stick = JoystickControl(.joystick, mapping, moves: (nil, nil))
        stick.adopt(.padAtRest, isAdded: true)
        stick.update(isBlocked: false, at: 0)
        stick.update(isBlocked: false, at: 250_000)
        stick.apply(.axis(Code.rx, 32767))
        stick.apply(.axis(Code.ry, -32768))
        #expect(abs(stick.deflection.x - 0.5.squareRoot()) < 1e-4 && abs(stick.deflection.y - 0.5.squareRoot()) < 1e-4)
        stick.apply(.axis(Code.ry, 0))
        #expect(abs(stick.deflection.x - 1) < 1e-4)
    }

    @Test func aTouchOutlivesAFlickerAndEndsAfterSixtyMilliseconds() {
        var touch = Touch()
        touch.follow(0.09, deadZone: 0.1, at: 0)
        #expect(!touch.isTouched)
        touch.follow(0.2, deadZone: 0.1, at: 1)
        touch.follow(0.09, deadZone: 0.1, at: 2)
        #expect(touch.isTouched && touch.deadline == nil)
        touch.follow(0.05, deadZone: 0.1, at: 10)
        touch.follow(0.2, deadZone: 0.1, at: 20)
        touch.follow(0.05, deadZone: 0.1, at: 100)
        #expect(touch.deadline == 60_100)
        touch.follow(0.05, deadZone: 0.1, at: 60_099)
        #expect(touch.isTouched)
        touch.follow(0.05, deadZone: 0.1, at: 60_100)
        #expect(!touch.isTouched && touch.deadline == nil)
    }

    @Test func aMovingPositionChangesExactlyWhenItIsDue() {
        let range = ValueRange(low: -100, high: 100)
        for rate in [0.5, -0.37, 0.001] {
            var position = HeldPosition(0.111)
            position.move(rate, at: 1_000)
            var now: Instant = 1_000
            var changes = 0
            while let next = position.nextChange(of: range, after: now) {
                let before = range.quantised(position.value(at: now))
                #expect(range.quantised(position.value(at: next - .microseconds(2))) == before)
                now = next
                if range.quantised(position.value(at: now)) != before { changes += 1 }
                #expect(abs(range.quantised(position.value(at: now)) - before) <= 1)
            }
            #expect(changes == (rate > 0 ? 89 : 111))
            #expect(abs(position.value(at: now)) > 0.99)
        }
    }

    /// A rate or a position that is not a finite number must not carry a held position to an end of its range.
    @Test(arguments: [Double.nan, .infinity, -.infinity]) func whatIsNoNumberMovesNoHeldPosition(number: Double) {
        var position = HeldPosition(0.25)
        position.move(number, at: 1_000)
        #expect(!position.isMoving && position.value(at: 1_000) == 0.25 && position.value(at: 9_000_000) == 0.25)
        position.recentre(number, at: 1_000)
        #expect(!position.isMoving && position.value(at: 9_000_000) == 0.25)
        position.reset(number)
        #expect(position.value(at: 1_000) == 0.25)
        #expect(HeldPosition(number).value(at: 1_000) == 0)
        #expect(position.nextChange(of: ValueRange(low: -100, high: 100), after: 1_000) == nil)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity]) func whatIsNoNumberIsNoWayOfAStick(number: Double) {
        #expect(Shaping(deadZone: 0.1).shaped(number) == 0)
        #expect(Shaping(deadZone: number).shaped(0.5) == 0)
        #expect(Shaping(deadZone: 0.1, expo: number).shaped(0.5) == 0)
        #expect(Polar(x: number, y: 0).displacement == 0 && Polar(angle: number, displacement: 1).angle == 0)
    }

    @Test func theMostSpecificMappingMatches() {
        let identity = InputIdentity(bus: 3, vendor: 0x45e, product: 0x28e, version: 1, port: "usb", name: "pad")
        let pad = InputDescription(identity: identity, kind: .gamepad, axes: InputState.padAtRest.axes, keyCodes: [304])
        #expect(InputMatch(kind: .keyboard).score(for: pad) == nil)
        #expect(InputMatch(bus: 5).score(for: pad) == nil)
        #expect(InputMatch(axes: [99]).score(for: pad) == nil)
        let scores = [
            InputMatch(), InputMatch(axes: [0, 1]), InputMatch(bus: 3), InputMatch(vendor: 0x45e),
            InputMatch(vendor: 0x45e, products: [1, 0x28e]),
        ].map { $0.score(for: pad)! }
        #expect(scores == scores.sorted() && Set(scores).count == scores.count)
    }

    @Test func whatAMappingFindsWrongWithAnInputIsNamed() {
        let mapping = Mapping.pad()
        var axes = InputState.padAtRest.axes
        #expect(mapping.triggersNearMiddle(in: axes).isEmpty && !mapping.takesSticksForTriggers(in: axes))
        #expect(mapping.offCentre(in: axes).isEmpty && mapping.axesWithoutRange(in: axes).isEmpty)
        #expect(mapping.axesMissing(in: Array(axes.dropLast())) == [Code.rz])
        axes[5].value = 127
        #expect(mapping.triggersNearMiddle(in: axes).map(\.code) == [Code.rz])
        #expect(!mapping.takesSticksForTriggers(in: axes))
        // The mapping's stick where a trigger rests: it is the other way round.
        axes[2].value = -32768
        #expect(mapping.takesSticksForTriggers(in: axes))
        axes[2].value = 2_600
        #expect(mapping.offCentre(in: axes).map { [Int($0.axis.code), $0.percent] } == [[Int(Code.rx), 8]])
        #expect(!mapping.offCentre(in: axes)[0].isDead)
        axes[2].value = 3_932
        #expect(mapping.offCentre(in: axes).map { $0.isDead } == [true])
        axes[2].maximum = axes[2].minimum
        #expect(mapping.axesWithoutRange(in: axes) == [Code.rx])
    }

    @Test func aStickInTheLowestCornerHasNotReported() {
        func description(_ x: Int32, _ y: Int32, _ high: Int32 = 255) -> InputDescription {
            let identity = InputIdentity(bus: 3, vendor: 1, product: 1, version: 1, port: "usb", name: "pad")
            let axes = [(Code.x, x), (Code.y, y)].map { AxisState($0, minimum: 0, maximum: high, value: $1) }
            return InputDescription(identity: identity, kind: .gamepad, axes: axes, keyCodes: [])
        }
        #expect(description(0, 0).hasNotReported)
        #expect(!description(0, 128).hasNotReported && !description(128, 0).hasNotReported)
        #expect(!description(0, 0, 2).hasNotReported)
    }
}
