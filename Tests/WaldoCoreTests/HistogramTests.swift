import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

@Suite struct HistogramTests {
    /// The exact quantile by nearest rank, from sorted values.
    private func exact(_ spans: [Int64], _ part: Double) -> Int64 {
        spans.sorted()[max(1, min(spans.count, Int((part * Double(spans.count)).rounded(.up)))) - 1]
    }

    @Test func nothingCountedHasNoQuantile() {
        let histogram = Histogram()
        #expect(histogram.quantile(0.5) == nil && histogram.least == nil && histogram.greatest == nil)
        #expect(histogram.rate == nil && histogram.count == 0)
    }

    @Test func smallSpansAreExact() {
        var histogram = Histogram()
        for span in Int64(0)..<256 { histogram.add(.microseconds(span)) }
        for part in [0, 0.01, 0.25, 0.5, 0.75, 0.99, 1] {
            #expect(histogram.quantile(part)?.microseconds == exact(Array(0..<256), part), "\(part)")
        }
    }

    /// Every power of two and its neighbours: the edges of the buckets.
    @Test func oneSpanIsFoundToTheStatedError() {
        let edges = (0..<63).flatMap { bit in [-1, 0, 1].map { (Int64(1) << Int64(bit)) &+ $0 } } + [.max]
        for span in edges where span >= 0 {
            var histogram = Histogram()
            histogram.add(.microseconds(span))
            #expect(histogram.quantile(0.5) == .microseconds(span) && histogram.greatest == .microseconds(span))
            // A longer neighbour removes the clamp, so that the bucket's middle shows.
            histogram.add(.microseconds(.max))
            histogram.add(.zero)
            let found = Double(histogram.quantile(0.5)!.microseconds)
            #expect(abs(found - Double(span)) <= Double(span) * Histogram.relativeError, "\(span): \(found)")
        }
    }

    @Test func quantilesOfManySpansAreWithinTheStatedError() {
        var random = SeededGenerator(7)
        for greatest in [Int64(1_000), 120_000, 5_000_000, 3_600_000_000] {
            var histogram = Histogram()
            let spans = (0..<20_000).map { _ in Int64.random(in: 0...greatest, using: &random) }
            for span in spans { histogram.add(.microseconds(span)) }
            for part in [0.001, 0.1, 0.5, 0.9, 0.99, 0.999, 1] {
                let right = Double(exact(spans, part))
                let found = Double(histogram.quantile(part)!.microseconds)
                #expect(abs(found - right) <= right * Histogram.relativeError, "\(part) of \(greatest)")
            }
            #expect(histogram.sum.microseconds == spans.reduce(0, +) && histogram.count == spans.count)
            #expect(histogram.least?.microseconds == spans.min() && histogram.greatest?.microseconds == spans.max())
        }
    }

    @Test func longerSpansThanTheLongestCountAsTheGreatest() {
        var histogram = Histogram(upTo: .seconds(1))
        for milliseconds: Int64 in [400, 400, 400, 400, 400, 1_000, 1_100, 3_000, 60_000, 7_000] {
            histogram.add(.milliseconds(milliseconds))
        }
        for (part, milliseconds) in [(0.5, 400.0), (0.6, 1_000), (0.7, 60_000), (0.9, 60_000), (1, 60_000)] {
            let found = Double(histogram.quantile(part)!.microseconds) / 1_000
            #expect(abs(found - milliseconds) <= milliseconds * Histogram.relativeError, "\(part): \(found)")
        }
        #expect(histogram.count == 10 && histogram.sum == .milliseconds(74_100))
    }

    @Test func theRateIsThatOfTheCountedSpans() {
        var histogram = Histogram()
        for _ in 0..<20 { histogram.add(.milliseconds(50)) }
        #expect(histogram.rate == 20)
    }

    @Test func hugeAndNegativeSpansDoNoHarm() {
        var histogram = Histogram()
        let longest = TimeSpan.microseconds(.max)
        histogram.add(.microseconds(-5))
        histogram.add(longest)
        histogram.add(longest)
        #expect(histogram.least == .zero && histogram.greatest == longest && histogram.sum == longest)
        #expect(MemoryLayout<Int>.stride * 7_296 < 60_000)
    }
}
