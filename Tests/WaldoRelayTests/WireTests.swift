import Testing
import WaldoRelay
import WaldoStore

@Suite struct WireTests {
    let id = SurveyID("3F2504E0-4F89-41D3-9A0C-0305E82C3301")!
    var place: SurveyPlace { SurveyPlace(StationName("roof")!, id) }
    let stream = RelayStream(.event, of: 1)!
    let rules = CopyRules("event")!

    func batch() -> Batch {
        let first = 1 << 40 as Int64
        let rows = "\(first)\t1\t0\t10\tlink_up\n\(first + 2)\t1\t2\t20\ta\\tb\\\\c\u{e4}\n"
        return Batch(stream, after: first - 1, last: first + 2, count: 2, rows: Array(rows.utf8))
    }

    @Test func namesOfStreamsAreReadAsTheyAreWritten() {
        for name in ["reading-1", "sample-3-0", "alarm-3", "clock-8388606"] {
            #expect(RelayStream(name: name)?.name == name)
        }
        for name in [
            "reading-01", "reading-0", "reading-1-0", "sample-3", "sample-3-1024", "survey-1", "", "-", "alarm--3",
        ] {
            #expect(RelayStream(name: name) == nil, "\(name)")
        }
    }

    @Test func aTopicIsReadAsItIsWritten() {
        for level in [Topic.Level.meta, .state, .progress, .rows(stream)] {
            let topic = Topic(place, level)
            #expect(Topic(topic.description) == topic)
        }
        #expect(Topic(place, .meta).description == "waldo/v2/roof/3/3f2504e0-4f89-41d3-9a0c-0305e82c3301/meta")
        for text in [
            "waldo/v2/roof/4/3f2504e0-4f89-41d3-9a0c-0305e82c3301/meta",
            "waldo/v2/roof/3/3F2504E0-4f89-41d3-9a0c-0305e82c3301/meta",
            "waldo/v1/3/3f2504e0-4f89-41d3-9a0c-0305e82c3301/meta",
            "waldo/v2/roof/3/3f2504e0-4f89-41d3-9a0c-0305e82c3301",
            "waldo/v2//3/3f2504e0-4f89-41d3-9a0c-0305e82c3301/meta",
            "waldo/v2/+/3/3f2504e0-4f89-41d3-9a0c-0305e82c3301/meta",
            "waldo/v2/a b/3/3f2504e0-4f89-41d3-9a0c-0305e82c3301/meta",
            "waldo/v1/roof/3/3f2504e0-4f89-41d3-9a0c-0305e82c3301/meta",
            "waldo/v2/roof/3/3f2504e0-4f89-41d3-9a0c-0305e82c3301/other", "",
        ] { #expect(Topic(text) == nil, "\(text)") }
    }

    @Test func aNameOfAStationIsOneLevelOfATopic() {
        for text in ["roof", "A-1_b", String(repeating: "x", count: 64)] { #expect(StationName(text)?.text == text) }
        for text in ["", "a/b", "+", "#", "a.b", "a b", "\u{e4}", "a\0", String(repeating: "x", count: 65)] {
            #expect(StationName(text) == nil, "\(text)")
        }
    }

    @Test func aBatchIsReadAsItIsWritten() throws {
        let batch = batch()
        #expect(try batch.payload.withUnsafeBytes { try Batch($0, of: stream, rules: rules) } == batch)
    }

    @Test func noChangedByteOfABatchPasses() {
        let payload = batch().payload
        for place in payload.indices {
            var changed = payload
            changed[place] ^= 1
            #expect(throws: Wire.Fault.self) { try changed.withUnsafeBytes { try Batch($0, of: stream, rules: rules) } }
            #expect(throws: Wire.Fault.self) {
                try payload[..<place].withUnsafeBytes { try Batch($0, of: stream, rules: rules) }
            }
        }
    }

    @Test func progressIsReadAsItIsWritten() throws {
        let progress = ProgressDocument(revision: 5, epoch: 2, upto: [stream: stream.start + 7], meta: 9)
        let refusal = ProgressDocument(revision: 5, epoch: 2, refusal: .unowned)
        for document in [progress, refusal] {
            #expect(try document.payload.withUnsafeBytes { try ProgressDocument($0) } == document)
        }
        for text in [
            "", "waldo 1 progress 1\n", "waldo 1 progress 1 2", "waldo 1 progress 1 2\nevent-1\t0\n",
            "waldo 1 progress 1 2\nrefused\t1\n", "waldo 1 progress 1 2\nrefused\tunowned\nrefused\tunowned\n",
            "waldo 1 progress 1 2\nmeta\t1\nmeta\t1\n", "waldo 1 progress 1 2\nevent-1\t1099511627777\t\n",
        ] {
            #expect(throws: Wire.Fault.self, "\(text)") {
                try Array(text.utf8).withUnsafeBytes { try ProgressDocument($0) }
            }
        }
    }
}
