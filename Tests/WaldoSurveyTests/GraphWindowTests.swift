import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoSurvey

/// Windows of counts: exposure, overlaps, gaps.
struct GraphWindowTests {
    private func window(_ over: Int64, per: TimeSpan? = .seconds(60)) -> GraphNode {
        GraphNode(.window(over: .seconds(over), per: per, marksPartial: true), of: 0)
    }

    @Test func countsArePerMinuteOfTheMeasuredTime() throws {
        var run = GraphRun([window(60)])
        run.take(Array(repeating: 2, count: 60))
        let values = run.outputs[0]
        #expect(values.allSatisfy { $0.value == 120 })
        #expect(values.dropLast().allSatisfy { $0.flags == .partial } && values[59].flags == [])
        #expect(values[59].from == .seconds(0) && values[59].to == .seconds(60))
        // 120 counts in a minute: 120.5 +- sqrt(120.25).
        #expect(isNear(values[59].low, 109.53414390026934) && isNear(values[59].high, 131.46585609973064))
    }

    @Test func binsLeaveWhenTheirMiddleDoes() {
        var run = GraphRun([window(3, per: nil)])
        run.take([1, 2, 4, 8, 16])
        #expect(run.outputs[0].map(\.value) == [1, 3, 7, 14, 28])
        #expect(run.outputs[0].map(\.flags) == [.partial, .partial, [], [], []])
    }

    /// The bin from 3 s to 4 s is lost: 5 counts in the 4 s that were measured of 5.
    @Test func lostTimeIsAGapAndNotZero() {
        var run = GraphRun([window(5)])
        run.take([1, 1, 1])
        run.take([1, 1], from: 4)
        #expect(isNear(run.last?.value, 60) && run.last?.flags == .gap)
        run.take([1, 1, 1, 1], from: 6)
        #expect(run.last?.flags == [])
    }

    @Test func aBinThatTheSensorCallsInvalidIsNotMeasured() {
        var run = GraphRun([window(3)])
        run.take([1, 1, 1])
        run.take(900, 3, 4, flags: .invalid)
        #expect(run.outputs[0].count == 3)
        run.take([1], from: 4)
        #expect(isNear(run.last?.value, 60) && run.last?.flags == .gap)
    }

    /// The counts of the last second, twice a second, up to 100 ms late.
    @Test func overlappingBinsCountOnce() {
        let input = GraphInput(
            name: "counts", unit: .count, exposure: .seconds(1), interval: .milliseconds(500))
        var run = GraphRun([window(10, per: nil)], input: input)
        let late = [0.0, 0.1, 0.03, 0.08, 0.0, 0.05, 0.1]
        for place in 0..<40 {
            let end = 1 + Double(place) / 2 + late[place % 7]
            run.take(10, end - 1, end)
        }
        // Every second bin is taken: of 40 bins that end by 20.5 s, 20, and ten of them lie in the last 10 s.
        #expect(run.outputs[0].count == 20)
        #expect(run.last?.value == 100)
        #expect(run.last?.flags == [])
    }

    @Test func withoutAnIntervalAQuarterOfTheBinMayOverlap() {
        let input = GraphInput(name: "counts", unit: .count)
        var run = GraphRun([window(10, per: nil)], input: input)
        run.take(1, 0, 1)
        run.take(1, 0.8, 1.8)
        run.take(1, 1.5, 2.5)
        #expect(run.outputs[0].count == 2)
    }

    /// A stalled link delivers four bins together. The sensor measured all of them, one after the other.
    @Test func lateBinsFillTheTimeThatWasMissing() {
        var run = GraphRun([window(60)])
        run.take([3, 3, 3])
        for _ in 0..<4 { run.take(3, 6, 7) }
        #expect(run.outputs[0].count == 7)
        #expect(isNear(run.last?.value, 180))
        // There is no more time to fill: another one would be counted twice.
        run.take(3, 6, 7)
        #expect(run.outputs[0].count == 7)
    }

    @Test func afterALostLinkLateBinsFillNothing() {
        var run = GraphRun([window(60)])
        run.take([3, 3, 3])
        run.interrupt(3, 6)
        run.take(3, 6, 7)
        run.take(3, 6, 7)
        #expect(run.outputs[0].count == 4)
        #expect(run.last?.flags == [.gap, .partial])
    }

    /// Without an interval the ring has room for 20 bins a second of window and 8 more: 1,208 for a minute.
    @Test func aRingThatIsFullDropsTheOldestAndShowsIt() {
        let input = GraphInput(name: "counts", unit: .count)
        var run = GraphRun([window(60, per: nil)], input: input)
        for place in 0..<6_500 {
            let time = Double(place) / 100
            run.take(1, time, time + 0.01)
        }
        #expect(run.last?.value == 1_208)
        #expect(run.last?.flags.contains(.partial) == true)
    }

    @Test func marksOfBinsStayOnTheirSum() {
        var run = GraphRun([window(2, per: nil)])
        run.take(1, 0, 1, flags: .checkFailed)
        run.take([1, 1], from: 1)
        #expect(run.outputs[0].map { $0.flags.contains(.checkFailed) } == [true, true, false])
    }

    @Test func timesDoNotGoBack() {
        var run = GraphRun([window(60, per: nil)])
        run.take(1, 9, 10)
        run.take(1, 2, 3)
        #expect(run.last?.to == .seconds(10))
        #expect(run.outputs[0].count == 1)
    }
}

/// The ring that windows share.
struct ValueRingTests {
    /// The sum of the two parts is the sum of the values that are in the ring, whatever was added and removed.
    @Test(arguments: [ValueRing.Weighting.none, .exposure, .shared])
    func theSumIsThatOfItsValues(_ weighting: ValueRing.Weighting) {
        var generator = SeededGenerator(1)
        var ring = ValueRing(capacity: 50, weighting: weighting)
        var values: [NodeValue] = []
        for step in 0..<20_000 {
            if Int.random(in: 0..<100, using: &generator) < (step / 1_000 % 2 == 0 ? 40 : 55), !values.isEmpty {
                #expect(ring.removeFirst() == values.removeFirst())
            } else {
                let count = Double(Int.random(in: 0...9, using: &generator))
                let start = Instant(microseconds: Int64(step) * 1_000)
                let end = start + .milliseconds(Int64.random(in: 1...9, using: &generator))
                let value = NodeValue(number: count, spread: Spread(counts: count), from: start, to: end)
                let dropped = ring.append(value)
                #expect(dropped == (values.count == 50 ? values.removeFirst() : nil))
                values.append(value)
            }
            var whole = BinSum()
            for value in values { ring.add(value, to: &whole) }
            let sum = ring.sum
            #expect(ring.count == values.count && sum.number == whole.number && sum.exposure == whole.exposure)
            #expect(sum.from == whole.from && sum.weight == whole.weight)
            #expect(isNear(sum.spread.half, whole.spread.half, within: 1e-9) || whole.spread.half == 0)
        }
    }
}
