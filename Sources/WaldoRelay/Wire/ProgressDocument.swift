public import WaldoStore

/// What the database holds of a survey, as the collector publishes it after each commit.
public struct ProgressDocument: Equatable, Sendable {
    /// The streams of a survey at most.
    public static let maxStreams = 20_000

    /// Grows with each document of a collector.
    public var revision: Int64
    /// Grows whenever a batch came that does not follow what the database holds: the relay then sends again.
    public var epoch: Int64
    /// Up to which id the database holds each stream without a gap.
    public var upto: [RelayStream: Int64]
    /// The revision of the meta document that the database holds; nil: none.
    public var meta: Int64?
    /// Why the database takes nothing of the survey from this station; nil: it does.
    public var refusal: Refusal?

    /// A reason to take nothing of a survey.
    public enum Refusal: String, Equatable, Sendable {
        /// Its owner has not given it to the station. Whether anybody else has such a survey is not said.
        case unowned
    }

    /// Creates a document.
    public init(
        revision: Int64, epoch: Int64, upto: [RelayStream: Int64] = [:], meta: Int64? = nil, refusal: Refusal? = nil
    ) {
        self.revision = revision
        self.epoch = epoch
        self.upto = upto
        self.meta = meta
        self.refusal = refusal
    }

    /// Its payload, the streams in the order of their names.
    public var payload: [UInt8] {
        var text = "waldo 1 progress \(revision) \(epoch)\n"
        for (name, id) in upto.map({ ($0.key.name, $0.value) }).sorted(by: { $0.0 < $1.0 }) {
            text += "\(name)\t\(id)\n"
        }
        if let meta { text += "meta\t\(meta)\n" }
        // A relay that does not know the line does not take the document.
        if let refusal { text += "refused\t\(refusal.rawValue)\n" }
        return Array(text.utf8)
    }

    /// Parses a payload.
    /// - Throws: `Wire.Fault`.
    public init(_ payload: UnsafeRawBufferPointer) throws(Wire.Fault) {
        guard payload.count <= Wire.greatest else { throw Wire.Fault("it has more than \(Wire.greatest) bytes") }
        var lines = LineReader(payload)
        guard let head = lines.next(), head.starts(with: "waldo 1 progress ".utf8) else {
            throw Wire.Fault("its head is not that of a progress document of version 1")
        }
        let numbers = head[17...].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            .map { CopyText.integer(UnsafeRawBufferPointer(rebasing: $0)) }
        guard numbers.count == 2, let revision = numbers[0], let epoch = numbers[1],
            Wire.revisions.contains(revision), Wire.revisions.contains(epoch)
        else {
            throw Wire.Fault("its head has no revision and epoch")
        }
        self.init(revision: revision, epoch: epoch)
        while let line = lines.next() {
            let fields = CopyText.fields(line)
            if fields.count == 2, fields[0].elementsEqual("refused".utf8) {
                guard refusal == nil, let why = Refusal(rawValue: String(decoding: fields[1], as: UTF8.self)) else {
                    throw Wire.Fault("its refusal is not one")
                }
                refusal = why
                continue
            }
            guard fields.count == 2, let number = CopyText.integer(fields[1]) else {
                throw Wire.Fault("a line of it is not a name and a number")
            }
            if fields[0].elementsEqual("meta".utf8) {
                guard meta == nil, Wire.revisions.contains(number) else {
                    throw Wire.Fault("its meta revision is not one")
                }
                meta = number
                continue
            }
            guard let stream = RelayStream(name: String(decoding: fields[0], as: UTF8.self)) else {
                throw Wire.Fault("a line of it names no stream")
            }
            guard stream.start <= number, number < stream.ids.upperBound,
                upto.updateValue(number, forKey: stream) == nil,
                upto.count <= Self.maxStreams
            else { throw Wire.Fault("\(stream.name) has a number that is none of its own, or comes twice") }
        }
        guard lines.isAtEnd else { throw Wire.Fault("its last line does not end") }
    }
}
