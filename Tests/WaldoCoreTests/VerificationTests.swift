import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// A drive on the harness as lines of a recording.
private func recorded(by arm: Arm = .robot, _ play: (inout DriveHarness) -> Void) -> [RecordedLine] {
    var harness = DriveHarness(arm, .pad())
    harness.start(.padAtRest)
    play(&harness)
    var stateMachine = DriveStateMachine(arm: arm, mapping: .pad())
    var deadline: Instant?
    var lines: [RecordedLine] = []
    for (event, at) in harness.steps {
        lines.append(.step(RecordedStep(at: at, event: event, due: event == .deadline ? deadline : nil)))
        let step = stateMachine.step(event, at: at)
        deadline = step.deadline
        guard let command = step.command else { continue }
        deadline = stateMachine.conclude(.written)
        let all = PerChannel(
            slider: stateMachine.written(.slider), zx: stateMachine.written(.zx), zy: stateMachine.written(.zy))
        lines.append(.command(RecordedCommand(at: at, command: command, all: arm.frame == nil ? nil : all)))
    }
    return lines
}

private func drive(_ harness: inout DriveHarness) {
    harness.input(.axis(Code.rz, 255))
    harness.advance(.milliseconds(450))
    harness.input(.axis(Code.rz, 0))
    harness.input(.axis(Code.rx, 32767))
    harness.advance(.seconds(1))
    harness.input(.axis(Code.rx, 0))
    harness.advance(.seconds(3))
}

private func differences(_ lines: [RecordedLine], _ arm: Arm = .robot) -> [Verification.Difference] {
    var verification = Verification(arm: arm, mapping: .pad())
    let end = RecordedLine.event(RecordedEvent(at: 0, event: "end", status: 0))
    return (lines + [end]).compactMap { verification.compare($0) } + [verification.finish()].compactMap(\.self)
}

private func firstIndex(of isWanted: (RecordedLine) -> Bool, in lines: [RecordedLine]) throws -> Int {
    let found = lines.firstIndex(where: isWanted)
    return try #require(found)
}

private func isCommand(_ line: RecordedLine) -> Bool { if case .command = line { true } else { false } }

@Suite struct VerificationTests {
    @Test(arguments: Arm.samples) func whatWasRecordedIsSentAgain(arm: Arm) {
        #expect(differences(recorded(by: arm, drive), arm) == [])
    }

    @Test func anotherByteIsADifferenceAtItsLine() throws {
        var lines = recorded(drive)
        let place = try firstIndex(of: isCommand, in: lines)
        guard case .command(var command) = lines[place] else { return }
        let before = command.command
        command.command.frame = Frame("X>".utf8)!
        lines[place] = .command(command)
        #expect(differences(lines) == [.changed(command, to: before)])
    }

    @Test func aMicrosecondIsADifference() throws {
        var lines = recorded(drive)
        let place = try firstIndex(of: isCommand, in: lines)
        guard case .command(var command) = lines[place] else { return }
        command.at += .microseconds(1)
        lines[place] = .command(command)
        #expect(differences(lines) == [.changed(command, to: command.command)])
    }

    @Test func aCommandTooFewAndOneTooManyAreDifferences() throws {
        let lines = recorded(drive)
        let place = try firstIndex(of: isCommand, in: lines)
        guard case .command(let command) = lines[place] else { return }
        var fewer = lines
        fewer.remove(at: place)
        #expect(differences(fewer) == [.missing(command.command, at: command.at)])
        var more = lines
        more.insert(lines[place], at: place)
        #expect(differences(more) == [.unexpected(command)])
    }

    @Test func aDeadlineThatNobodyAskedForIsADifference() throws {
        var lines = recorded(drive)
        let place = try firstIndex(
            of: { if case .step(let step) = $0 { step.event == .deadline && step.due != nil } else { false } },
            in: lines)
        guard case .step(var step) = lines[place], let due = step.due else { return }
        step.due = due - .microseconds(1)
        lines[place] = .step(step)
        #expect(differences(lines) == [.deadline(at: step.at, recorded: due - .microseconds(1), today: due)])
    }

    @Test func aHeartbeatThatTheRecordingLacksIsADifference() throws {
        let lines = recorded { harness in
            harness.input(.axis(Code.rz, 255))
            harness.advance(.milliseconds(90))
        }
        guard case .step(let last) = lines.last(where: { if case .step = $0 { true } else { false } }) else { return }
        let late = RecordedStep(at: last.at + .seconds(1), event: .input(.report(more: false)))
        let found = differences(lines + [.step(late)])
        #expect(found.first == .deadline(at: late.at, recorded: nil, today: last.at + .milliseconds(100)))
    }

    @Test func theLastCommandOfATornRecordingMayBeMissing() {
        var lines = recorded { $0.input(.axis(Code.rz, 255)) }
        #expect(differences(lines) == [])
        lines.removeLast()
        var verification = Verification(arm: .robot, mapping: .pad())
        for line in lines { #expect(verification.compare(line) == nil) }
        #expect(verification.finish() == nil)
        #expect(differences(lines).count == 1)
    }

    /// The real loop's deadlines fire late, those of the re-encoding on time: the same operator still gives the same
    /// bytes.
    @Test(arguments: Arm.samples) func theSameArmEncodesTheSame(arm: Arm) {
        let lines = recorded(by: arm, drive)
        var again = Reencoding(arm: arm, mapping: .pad())
        var sent: [RecordedCommand] = []
        var end: Instant = 0
        for case .step(let step) in lines {
            again.encode(step) { sent.append($0) }
            end = step.at
        }
        again.finish(at: end) { sent.append($0) }
        let before: [RecordedCommand] = lines.compactMap { if case .command(let command) = $0 { command } else { nil } }
        #expect(sent.map(\.command) == before.map(\.command) && sent.map(\.at) == before.map(\.at))
    }

    @Test func numbersThatTheFrameDoesNotCarryAreADifference() throws {
        var lines = recorded(by: .combined, drive)
        let place = try firstIndex(of: isCommand, in: lines)
        guard case .command(var command) = lines[place] else { return }
        command.all?.zx += 1
        lines[place] = .command(command)
        #expect(differences(lines, .combined) == [.numbers(command)])
    }

    @Test(arguments: [WriteOutcome.inFlight, .writtenLast, .refused, .gone])
    func anOutcomeWithoutItsStepIsADifference(outcome: WriteOutcome) throws {
        var lines = recorded(drive)
        let place = try firstIndex(of: isCommand, in: lines)
        guard case .command(var command) = lines[place] else { return }
        command.outcome = outcome
        lines[place] = .command(command)
        #expect(differences(lines).first == .outcome(command))
    }

    @Test func anotherArmEncodesTheSameOperator() {
        let lines = recorded(drive)
        var other = Reencoding(arm: .rover, mapping: .pad())
        var sent: [RecordedCommand] = []
        for case .step(let step) in lines { other.encode(step) { sent.append($0) } }
        let texts = sent.map { String(decoding: $0.command.frame.bytes, as: UTF8.self) }
        #expect(texts.contains("s100;") && texts.contains("x100;"))
        #expect(texts.last == "x0;")
    }
}
