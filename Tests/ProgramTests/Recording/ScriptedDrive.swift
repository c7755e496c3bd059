import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSimulator
import WaldoTeleop
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp

/// A drive that is recorded while a script plays the operator, with any mapping, on a clock that the script moves.
@LoopActor
final class ScriptedDrive {
    /// The arm that the script drives.
    let arm: Arm
    private let mapping: Mapping
    private let start: Instant
    private let writer: LineWriter
    private let recorder: DriveRecorder
    private(set) var drive: Drive!
    private var now: Instant
    private let link = ScriptedLink()
    /// Whether the arm answers what waits for its answer.
    var answers = false
    /// The link's outcome for each command.
    var outcome: WriteOutcome {
        get { link.outcome }
        set { link.outcome = newValue }
    }

    /// - Parameters:
    ///   - arm: a name in the library, or a path.
    ///   - mapping: a name in the library, or a path.
    ///   - position: where the arm stands at the start, if it is known.
    ///   - isPlayed: whether the script sets channels by their numbers, as a replay does, instead of controls.
    ///   - file: where the recording is written.
    /// - Throws: when the library's files cannot be read or the recording cannot be written.
    init(arm: String, mapping: String, position: [Int32]? = nil, isPlayed: Bool = false, to file: String) throws {
        let library = Library(directory: nil)
        var source = try library.arm(arm).source, (controls, text) = try library.mapping(mapping)
        // Of a path, which differs between machines, only the file's name is recorded.
        source.name = Self.name(source.name)
        text.name = Self.name(text.name)
        let header = RecordingHeader(
            version: "0.1.0", started: 1_700_000_000_000_000, arm: source, mapping: text, position: position,
            input: InputIdentity(bus: 3, vendor: 1, product: 2, version: 3, port: "usb-1", name: "scripted"),
            isPlayed: isPlayed)
        self.arm = try header.loadArm(of: file)
        self.mapping = controls
        // The loop's own clock never gets this far: only the script moves the time.
        now = Monotonic.now() + .seconds(36_000)
        start = now
        writer = try LineWriter(to: RecordingFile.create(file), capacity: 1 << 24, whenFull: .endWithOneFailure) { _ in
        }
        recorder = DriveRecorder(writer, start: start, header)
        drive = Drive(
            DriveStateMachine(arm: self.arm, mapping: controls, isPlayed: isPlayed), link: link,
            clock: { [unowned self] in now }, suspended: { .zero })
        let screens = DriveScreens(DriveStatus())
        screens.add(recorder)
        drive.add(screens)
        screens.begin(drive)
    }

    private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Ends the drive and the recording.
    /// - Throws: `DidNotHappen` when the recording is not written within 20 s.
    func end() throws {
        drive.handle(.shutdown)
        wait(500)
        drive.close()
        guard writer.finish(within: .seconds(20)) else { throw DidNotHappen("the recording was not written") }
    }

    /// Waits until what was recorded has been written.
    /// - Throws: when that takes too long.
    func flush() async throws { try await waitUntil("the recording to be written") { writer.isEmpty ? true : nil } }

    // MARK: the script's commands

    /// Lets this many milliseconds pass.
    func wait(_ milliseconds: Int64) {
        let end = now + .milliseconds(milliseconds)
        while let deadline = drive.deadline, deadline <= end {
            now = max(now, deadline)
            drive.handle(.deadline)
            answer()
        }
        now = end
    }

    /// Brings the link up with the input at rest, and waits until the gates open.
    func begin() {
        event(.link(.up(takenOver: false)))
        event(.inputAdded(rest))
        wait(300)
    }

    /// Sets one channel to a number, and leaves the others as they are.
    func play(_ channel: Channel, _ number: Int32) {
        event(.played(PerChannel(arm.channels.map { $0 == channel ? number : nil })))
    }

    func event(_ event: DriveEvent) {
        drive.handle(event, at: now)
        answer()
    }

    /// The board answers what it was sent.
    private func answer() {
        guard answers else { return }
        while drive.stateMachine.awaitedAnswer != nil { drive.handle(.answered) }
    }

    /// The shield sends bytes.
    func notify(_ bytes: String) {
        recorder.notified(Notification(characteristic: BluetoothUUID("ffe1")!, bytes: Array(bytes.utf8), at: now))
    }

    /// Moves the first slider, -1...+1.
    func slide(_ value: Double) {
        move(mapping.slider, value)
        report()
    }

    /// Moves a slider by its name, -1...+1.
    func slide(_ name: String, _ value: Double) {
        guard case .slider(let slider, _)? = kind(name) else { fatalError("“\(mapping.name)” has no slider \(name)") }
        move(slider, value)
        report()
    }

    private func move(_ slider: SliderMapping, _ value: Double) {
        switch slider.source {
        case .axis(let axis): move(axis, value)
        case .halves(let forward, let backward):
            move(forward, max(0, value))
            move(backward, max(0, -value))
        case .keys(let forward, let backward):
            hold(forward, value > 0)
            hold(backward, value < 0)
        }
    }

    /// Deflects the first joystick, -1...+1: x to the right and y upward.
    func stick(_ x: Double, _ y: Double) {
        guard let joystick = mapping.joystick else { return }
        move(joystick, x, y)
        report()
    }

    /// Deflects a joystick by its name.
    func stick(_ name: String, _ x: Double, _ y: Double) {
        guard case .joystick(let joystick, _, _)? = kind(name) else {
            fatalError("“\(mapping.name)” has no joystick \(name)")
        }
        move(joystick, x, y)
        report()
    }

    private func kind(_ name: String) -> ControlMapping.Kind? {
        mapping.control(named: name).map { mapping.controls[$0.index].kind }
    }

    private func move(_ joystick: JoystickMapping, _ x: Double, _ y: Double) {
        switch joystick.source {
        case .axes(let xAxis, let yAxis):
            move(xAxis, x)
            move(yAxis, y)
        case .keys(let up, let down, let left, let right):
            hold(up, y > 0)
            hold(down, y < 0)
            hold(right, x > 0)
            hold(left, x < 0)
        }
    }

    /// Presses and releases one of the mapping's operator keys.
    func press(_ codes: [UInt16]) {
        hold(codes, true)
        report()
        wait(60)
        hold(codes, false)
        report()
    }

    var keys: OperatorKeys { mapping.keys }

    /// The controls that move something of the arm.
    var controls: [(control: Control, described: ControlMapping)] {
        zip(mapping.allControls, mapping.controls).filter { control, _ in
            let channels = drive.stateMachine.channels(of: control)
            return channels.x != nil || channels.y != nil
        }
    }

    /// The input with no control touched.
    var rest: InputState { MappedHand(mapping).rest }

    /// The input with the slider held at a value and no other control touched.
    func state(slider value: Double) -> InputState {
        guard case .halves(let forward, let backward) = mapping.slider.source else { return rest }
        let others = mapping.axes.filter { $0.code != forward.code && $0.code != backward.code }
        return InputState(
            axes: [MappedHand.state(forward, max(0, value)), MappedHand.state(backward, max(0, -value))]
                + others.map { MappedHand.state($0, 0) })
    }

    private func move(_ axis: AxisSource, _ value: Double) {
        event(.input(.axis(axis.code, MappedHand.state(axis, value).value)))
    }

    /// Presses or releases the first of these keys.
    func hold(_ codes: [UInt16], _ isDown: Bool) {
        if let code = codes.first { event(.input(.key(code, down: isDown))) }
    }

    /// Ends what the input reports at once.
    func report() { event(.input(.report(more: false))) }
}

/// A link with the outcome that a script wants.
@LoopActor
private final class ScriptedLink: Link {
    var outcome = WriteOutcome.written
    let hasLeft = true

    nonisolated init() {}

    func write(_ frame: Frame, isZero: Bool, pending: ZeroCounts) -> WriteOutcome { outcome }

    func setFailsafe(_ frames: FailsafeFrames) {}

    func setPending(_ zeros: ZeroCounts) {}

    func acknowledgeFailsafe() -> ZeroCounts? { nil }

    func close() {}
}
