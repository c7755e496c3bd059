import WaldoLoop
import WaldoStore
import WaldoTestSupport
import WaldoTime

@testable import WaldoRelay

/// The least that a station does: it sends what the database has not acknowledged, and again when it is asked to.
final class TestStation {
    private let batches: [RelayStream: [Batch]]
    private let meta: MetaDocument
    private let place: SurveyPlace
    private let plan: MQTTPlan
    private var connection: MQTTConnection?
    private var isConnected = false
    private var acknowledged: [RelayStream: Int64] = [:], heldMeta: Int64?
    private var sent: [RelayStream: Int] = [:]
    private var epoch: Int64 = 0
    private var progressed = Monotonic.now()

    /// Batches of a stream on their way at most.
    private static let window = 40

    init(_ sample: SampleSurvey, _ broker: String, as name: StationName = .ofTests) throws {
        batches = Dictionary(grouping: try sample.batches(), by: \.stream)
        meta = try sample.meta()
        place = SurveyPlace(name, sample.survey)
        plan = try MQTTPlan(try MQTTAddress(broker), client: "station-\(UInt32.random(in: 0...UInt32.max))")
    }

    var state: String {
        "\(acknowledged.map { "\($0.key.name) \($0.value - $0.key.start)" }.sorted()) meta \(heldMeta ?? -1)"
    }

    /// - Returns: whether the database has everything.
    func turn() throws -> Bool {
        let connection = try self.connection ?? MQTTConnection(plan)
        self.connection = connection
        for event in connection.turn(wait: .milliseconds(5)) {
            switch event {
            case .connected:
                isConnected = true
                connection.subscribe(Topic(place, .progress).description)
                _ = connection.publish(Topic(place, .meta).description, meta.payload, retain: true)
                sent = [:]
            case .closed:
                isConnected = false
                self.connection = nil
                return false
            case .message(_, let payload, _): try take(payload)
            case .acknowledged, .refused, .subscribed: break
            }
        }
        if Monotonic.now() - progressed > .seconds(2) {
            sent = [:]
            progressed = Monotonic.now()
            _ = connection.publish(Topic(place, .meta).description, meta.payload, retain: true)
        }
        if isConnected { for stream in batches.keys { send(stream, by: connection) } }
        return heldMeta == meta.revision && batches.allSatisfy { $1.last!.last == acknowledged[$0] }
    }

    private func take(_ payload: [UInt8]) throws {
        let document = try payload.withUnsafeBytes { try ProgressDocument($0) }
        if document.epoch > epoch { sent = [:] }
        epoch = max(epoch, document.epoch)
        if document.upto != acknowledged { progressed = Monotonic.now() }
        (acknowledged, heldMeta) = (document.upto, document.meta)
    }

    private func send(_ stream: RelayStream, by connection: MQTTConnection) {
        let all = batches[stream] ?? [], upto = acknowledged[stream] ?? stream.start
        let first = all.firstIndex { $0.last > upto } ?? all.count
        var next = max(sent[stream] ?? first, first)
        while next < min(first + Self.window, all.count) {
            guard connection.publish(Topic(place, .rows(stream)).description, all[next].payload) != nil else { return }
            next += 1
        }
        sent[stream] = next
    }

    /// Publishes anything, until the broker has it.
    func publish(_ messages: [(topic: String, payload: [UInt8])]) throws {
        let connection = try MQTTConnection(plan)
        var left = messages.count, isSent = false
        while left > 0 {
            for event in connection.turn(wait: .milliseconds(20)) {
                if case .acknowledged = event { left -= 1 }
                if case .connected = event, !isSent {
                    isSent = true
                    for message in messages { _ = connection.publish(message.topic, message.payload) }
                }
            }
        }
        connection.close()
    }
}
