import WaldoLoop
import WaldoStore
import WaldoTestSupport
import WaldoTime

@testable import WaldoRelay

/// A collector whose database is a dictionary: it takes what follows, and can lose messages as a broker does that dies.
final class FakeCollector {
    /// The rows by their streams and ids.
    private(set) var rows: [RelayStream: [Int64: [UInt8]]] = [:]
    private(set) var meta: MetaDocument?
    private(set) var state: StationState?
    /// Rows that came again and were others; batches beyond what is there; faulty messages.
    private(set) var conflicts = 0, beyond = 0, faults: [String] = []
    private var upto: [RelayStream: Int64] = [:]
    private var epoch: Int64 = 1, revision: Int64 = 1, messages = 0
    private var connection: MQTTConnection?
    private var isDue = false
    private let survey: SurveyID, plan: MQTTPlan
    private let rules = Dictionary(
        uniqueKeysWithValues: RelayStream.Table.allCases.map { ($0, CopyRules($0.rawValue)!) })
    /// Every so many messages one is lost; nil: none.
    var losesEvery: Int?

    init(_ survey: SurveyID, _ broker: String) throws {
        self.survey = survey
        plan = try MQTTPlan(try MQTTAddress(broker), client: "collector-\(UInt32.random(in: 0...UInt32.max))")
    }

    var count: Int { rows.values.reduce(0) { $0 + $1.count } }

    /// Receives, and publishes what it has.
    func turn() throws {
        let connection = try self.connection ?? MQTTConnection(plan)
        self.connection = connection
        for event in connection.turn(wait: .milliseconds(5)) {
            switch event {
            case .connected: connection.subscribe(Topic.filter(shard: survey.shard))
            case .closed: return self.connection = nil
            case .message(let topic, let payload, _): take(topic, payload)
            case .acknowledged, .refused, .subscribed: break
            }
        }
        guard isDue else { return }
        isDue = false
        revision += 1
        let document = ProgressDocument(revision: revision, epoch: epoch, upto: upto, meta: meta?.revision)
        _ = connection.publish(
            Topic(SurveyPlace(.ofTests, survey), .progress).description, document.payload, retain: true)
    }

    private func take(_ text: String, _ payload: [UInt8]) {
        guard let topic = Topic(text) else { return faults.append(text) }
        do {
            try payload.withUnsafeBytes { bytes in
                switch topic.level {
                case .rows(let stream):
                    messages += 1
                    if let losesEvery, messages % losesEvery == 0 { return }
                    take(try Batch(bytes, of: stream, rules: rules[stream.table]!))
                case .meta:
                    meta = try MetaDocument(bytes, of: survey)
                    isDue = true
                case .state: state = try StationState(bytes)
                case .progress: break
                }
            }
        } catch { faults.append("\(text): \(error)") }
    }

    private func take(_ batch: Batch) {
        isDue = true
        let has = upto[batch.stream] ?? batch.stream.start
        guard batch.after <= has else {
            beyond += 1
            epoch += 1
            return
        }
        for line in batch.rows.split(separator: 10) {
            let id = line.withUnsafeBytes { CopyText.integer(CopyText.fields($0)[0]) }!
            if let known = rows[batch.stream]?[id] {
                if known != Array(line) { conflicts += 1 }
            } else {
                rows[batch.stream, default: [:]][id] = Array(line)
            }
        }
        upto[batch.stream] = max(has, batch.last)
    }

    /// Forgets everything, as a database that is restored from nothing.
    func forget() { (rows, upto, meta) = ([:], [:], nil) }

    /// Whether it has the rows of a file, each once and as they are there.
    func differences(from path: String) throws -> [String] {
        let reader = try RelayReader(path: path)
        var differences: [String] = [], all = 0
        for found in try reader.surveys() where SurveyID(found.uuid) == survey {
            for extent in try reader.streams(of: found.id) {
                var after = extent.stream.start
                while let page = try reader.page(
                    of: extent.stream, after: after, rows: 1000, bytes: 1 << 24, greatest: 1 << 20)
                {
                    for line in page.rows.split(separator: 10) {
                        let id = line.withUnsafeBytes { CopyText.integer(CopyText.fields($0)[0]) }!
                        if rows[extent.stream]?[id] != Array(line) { differences.append("\(extent.stream.name) \(id)") }
                        all += 1
                    }
                    after = page.last
                }
            }
            let present = try reader.meta(of: found.id)
            if meta?.tables.map(\.rows) != present { differences.append("meta") }
        }
        if all != count { differences.append("\(all) rows, and here \(count)") }
        return differences + faults
    }
}
