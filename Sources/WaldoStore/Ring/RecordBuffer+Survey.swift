internal import WaldoCore
internal import WaldoTime

extension RecordBuffer {
    func put(_ fix: Fix) {
        put(fix.source.code)
        put(fix.at)
        put(fix.place)
        put(fix.isValid)
        put(fix.satellites.map(Int64.init))
        put(fix.hdop)
    }

    func put(_ sample: Sample) {
        put(Int32(truncatingIfNeeded: sample.stream))
        put(sample.sequence)
        put(sample.value)
        put(sample.low)
        put(sample.high)
        put(sample.from)
        put(sample.to)
        put(sample.utc)
        put(sample.flags.rawValue)
        put(sample.place != nil)
        if let place = sample.place { put(place) }
    }

    func put(_ stream: StreamDescription) {
        put(stream.name)
        put(stream.quantity)
        put(stream.unit)
        put(stream.exposure?.microseconds)
        put(stream.interval?.microseconds)
        put(stream.isCompensated)
        put(UInt8(truncatingIfNeeded: min(stream.thresholds.count, 5)))
        for threshold in stream.thresholds.prefix(5) { put(threshold) }
    }

    func put(_ change: AlarmChange) {
        put(change.node)
        put(change.at)
        put(change.cause?.code ?? UInt8.max)
        put(change.value)
        put(change.halts)
    }

    func put(_ gap: Gap) {
        put(gap.from)
        put(gap.to)
        put(gap.cause.code)
        put(gap.missing.map(Int64.init))
    }

    func put(_ reject: Reject) {
        put(reject.at)
        put(Int32(truncatingIfNeeded: reject.channel))
        put(reject.bytes)
        put(reject.reason.code)
        put(reject.field)
    }
}

extension RecordReader {
    mutating func fix() -> Fix {
        let source = Fix.Source(code: int())
        let (at, place, isValid) = (instant(), location(), flag())
        let satellites = optionalInt().map(Int.init)
        return Fix(
            source: source, at: at, place: place, isValid: isValid, satellites: satellites, hdop: optionalDouble())
    }

    mutating func sample() -> Sample {
        let (stream, sequence) = (Int(int(Int32.self)), int(Int64.self))
        let (value, low, high) = (optionalDouble(), optionalDouble(), optionalDouble())
        let (from, to, utc) = (instant(), instant(), optionalInt())
        let flags = SampleFlags(rawValue: int())
        return Sample(
            stream: stream, sequence: sequence, value: value, low: low, high: high, from: from, to: to, utc: utc,
            flags: flags, place: flag() ? location() : nil)
    }

    mutating func stream() -> StreamDescription {
        let (name, quantity, unit) = (text(), optionalText(), text())
        let exposure = optionalInt().map { TimeSpan.microseconds($0) }
        let interval = optionalInt().map { TimeSpan.microseconds($0) }
        let isCompensated = flag()
        let thresholds = (0..<int(UInt8.self)).map { _ in double() }
        return StreamDescription(
            name: name, quantity: quantity, unit: unit, exposure: exposure, interval: interval,
            isCompensated: isCompensated, thresholds: thresholds)
    }

    mutating func alarm() -> AlarmChange {
        let (node, at, cause) = (text(), instant(), int(UInt8.self))
        return AlarmChange(
            node: node, at: at, cause: cause == .max ? nil : AlarmChange.Cause(code: cause), value: optionalDouble(),
            halts: flag())
    }

    mutating func gap() -> Gap {
        Gap(from: instant(), to: instant(), cause: Gap.Cause(code: int()), missing: optionalInt().map(Int.init))
    }

    mutating func reject() -> Reject {
        let (at, channel) = (instant(), Int(int(Int32.self)))
        let bytes = [UInt8](raw())
        return Reject(
            at: at, channel: channel, bytes: bytes, reason: Reject.Reason(code: int()), field: optionalText())
    }
}
