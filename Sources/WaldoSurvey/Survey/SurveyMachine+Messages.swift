import WaldoCore
import WaldoTime

/// What messages contain, and where their numbers go.
extension SurveyMachine {
    mutating func read(_ bytes: [UInt8], _ channel: Int, _ sink: inout some SurveySink) {
        guard decoders.indices.contains(channel) else { return }
        decoders[channel].read(bytes, at: time, &decoded)
        processDecoded(channel, &sink)
    }

    mutating func processDecoded(_ channel: Int, _ sink: inout some SurveySink) {
        for entry in decoded.entries {
            switch entry {
            case .rejected(let reject): sink.reject(reject)
            case .described(let number, let stream): describe(channel, number, stream, &sink)
            case .message(let index):
                let message = decoded.messages[index]
                if let gap = gaps[channel].add(message, sensor.messages[message.format]) { sink.gap(gap) }
                sink.message(message)
                process(message, &sink)
            }
        }
        decoded.removeAll()
    }

    private mutating func process(_ message: SensorMessage, _ sink: inout some SurveySink) {
        let format = sensor.messages[message.format]
        if !match.isMatched, !format.fields.isEmpty { match.heard(at: time) }
        if let field = format.forbidsUpload, !forbidsUpload, message.holds(field) {
            forbidsUpload = true
            sink.forbidsUpload(at: time)
        }
        if let place = format.place, let fix = Fix(message, place) { locator.add(fix) }
        guard measures[message.format] else { return }
        var refused: Unsampled? = .empty
        for (number, stream) in sensor.streams.enumerated() {
            guard let source = stream.sources[message.format], let value = message.number(source.field) else {
                continue
            }
            let flags = message.holds(source.valid) ? message.flags : message.flags.union(.invalid)
            let from = message.measured - (stream.description.exposure ?? .zero)
            let reason = compute(
                StreamValue(value, from: from, to: message.measured, flags: flags), of: number, &sink)
            if refused != nil { refused = reason }
        }
        if let number = message.described, let field = format.description?.value, let value = message.number(field) {
            refused = processDescribed(
                StreamValue(value, from: message.measured, to: message.measured, flags: message.flags),
                message.channel, number, &sink)
        }
        measurements[message.channel].add(refused)
    }
}
