public import WaldoCore
public import WaldoTime

extension SimulatedArm {
    /// One write has come over the link.
    public mutating func receive(_ frame: Frame, at time: Instant) {
        acts.removeAll(keepingCapacity: true)
        process(frame, at: time)
    }

    /// The bytes of one write have come over the link, whatever they are.
    public mutating func receive(_ bytes: UnsafeRawBufferPointer, at time: Instant) {
        acts.removeAll(keepingCapacity: true)
        process(bytes, at: time)
    }

    /// Processes a write, and keeps what it has acted on before.
    mutating func process(_ frame: Frame, at time: Instant) {
        if valueDecoders.isEmpty {
            frame.withBytes { process($0, at: time) }
        } else {
            processValue(frame, at: time)
        }
    }

    /// Writes to several characteristics do not form one stream: each is a value of its own, read at once.
    private mutating func processValue(_ frame: Frame, at time: Instant) {
        let time = max(time, latest), index = Int(frame.destination)
        run(to: time)
        account.writes += 1
        account.bytes += frame.count
        guard index < valueDecoders.count else { return }
        swap(&decoder, &valueDecoders[index])
        let skipped = decoder.skipped
        for at in 0..<frame.count { decoder.append(frame[at]) }
        while let content = decoder.next(isSilent: true) { act(content, at: time) }
        decoder.clear()
        account.skippedBytes += decoder.skipped - skipped
        swap(&decoder, &valueDecoders[index])
    }

    private mutating func process(_ bytes: UnsafeRawBufferPointer, at time: Instant) {
        let time = max(time, latest)
        run(to: time)
        account.writes += 1
        account.bytes += bytes.count
        var size = 0
        for byte in bytes {
            // What is read at once needs no room.
            if sketch == nil, buffer.count == 0, model.byteTime == .zero, free <= time {
                decode(byte, at: time)
            } else if buffer.isFull {
                account.lostBytes += 1
            } else {
                if buffer.count == 0 { free = max(free, time) }
                buffer.append(byte)
                size += 1
            }
        }
        if sketch != nil { buffer.endRecord(of: size) }
        run(to: time)
    }

    /// Time passes. Numbers are valid from here to the next deadline.
    public mutating func advance(to time: Instant) {
        acts.removeAll(keepingCapacity: true)
        run(to: time)
    }

    /// When `advance` is needed next; nil: not before the next write.
    public var deadline: Instant? {
        let next = min(watchdogDue, openDue, readDue, silenceDue)
        return next == .never ? nil : next
    }

    /// When a number without an end mark is whole.
    private var openDue: Instant { decoder.isOpen ? read + Self.openEnd : .never }

    /// When the firmware reads the next byte of what it may answer; nil: it has read all, or answers nothing.
    var questionDue: Instant? {
        let next = readDue
        return !hasAnswers || next == .never ? nil : next
    }

    /// When it has read all of that.
    var questionEnd: Instant? {
        !hasAnswers || buffer.count == 0 ? nil : free + model.byteTime * buffer.count
    }

    /// When the firmware reads or looks next.
    private var readDue: Instant {
        guard sketch != nil else { return buffer.count > 0 ? free + model.byteTime : .never }
        if isInPass { return seen > 0 ? free + model.byteTime : free }
        return buffer.recordCount > 0 ? free : .never
    }

    /// Time passes, and it keeps what it has acted on before.
    mutating func run(to time: Instant) {
        let time = max(time, latest)
        latest = time
        while true {
            // The firmware looks at its clock before it reads.
            let (watchdog, open, read) = (watchdogDue, openDue, readDue)
            let next = min(watchdog, open, read, silenceDue)
            guard next <= time, next != .never else { return }
            if watchdog == next {
                stopSilent(at: next)
            } else if silenceDue == next {
                actOnSilence(at: next)
            } else if open == next {
                while let content = decoder.next(isSilent: true) { act(content, at: next) }
                count()
            } else if sketch != nil {
                runSketch(at: next)
            } else {
                free = next
                decode(buffer.pop(), at: next)
            }
        }
    }

    /// Reads a byte as the reference receiver does.
    private mutating func decode(_ byte: UInt8, at time: Instant) {
        if decoder.hasBegun, time - read >= stale { decoder.clear() }
        read = time
        decoder.append(byte)
        while let content = decoder.next() { act(content, at: time) }
        count()
    }

    private mutating func count() { account.skippedBytes = decoder.skipped }

    /// The sketch fetches one write before and one after each pass of its loop, and reads what it has fetched.
    private mutating func runSketch(at time: Instant) {
        if isInPass, seen > 0 {
            free = time
            seen -= 1
            // What is behind the first frame is lost, and its end mark repeats the first.
            if hasActed { account.skippedBytes += 1 }
            if let (channel, value) = sketch?.parse(buffer.pop()) {
                if hasActed { account.repeatedFrames += 1 } else { account.frames += 1 }
                hasActed = true
                set(channel, value, at: time)
                noteFrame(at: time)
            }
            return
        }
        if isInPass { seen += buffer.popRecord() ?? 0 }
        seen += buffer.popRecord() ?? 0
        isInPass = seen > 0
        sketch?.clear()
        hasActed = false
    }

    private mutating func act(_ content: FramePattern.Content, at time: Instant) {
        // A frame behind one that has made the firmware deaf is acted on afterwards.
        let time = max(time, deafUntil)
        account.frames += 1
        if let sequence = decoder.sequence {
            if let nextSequence { account.lostFrames += Int(sequence &- nextSequence) }
            nextSequence = sequence &+ 1
        }
        switch content {
        case .one(let channel, let fixed): set(channel, fixed ?? decoder.numbers[channel], at: time)
        case .all: for channel in moved { set(channel, decoder.numbers[channel], at: time) }
        case .halt:
            acts.append(SimulatedAct(at: time, .halt))
            for channel in moved where arm.profiles[channel].mode == .velocity { stop(channel, at: time) }
        case .other(let answers): self.answers += answers
        }
        if case .other = content {} else { answers += answerToEach }
        noteFrame(at: time)
    }
}

extension Instant {
    /// Later than every deadline.
    static var never: Instant { Instant(microseconds: .max) }
}
