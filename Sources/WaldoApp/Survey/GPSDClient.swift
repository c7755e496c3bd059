import WaldoCore
import WaldoFiles
package import WaldoLoop
package import WaldoSurvey
package import WaldoTime

/// Who gets what a `GPSDClient` reports.
@LoopActor
package protocol GPSDClientDelegate: AnyObject {
    /// A receiver is at a place. The fix has the time of its arrival, less the lag.
    func gpsd(isAt fix: Fix)
    /// It stands otherwise with gpsd; a sentence if the operator is to know.
    func gpsd(changedTo state: GPSDState, _ sentence: String?)
}

/// Gets places from gpsd for as long as a survey runs: connects, reads its JSON, and connects again when it goes away
/// or reports nothing. A change is reported once, however often it is tried again.
@LoopActor
package final class GPSDClient: GPSDConnectionDelegate {
    /// Waits and limits, which tests shorten.
    package struct Pace: Sendable {
        /// The waits between attempts.
        package var retry = Retry.Policy([
            .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2), .seconds(5),
        ])
        /// How long connecting may take.
        package var connecting: TimeSpan = .seconds(5)
        /// How long nothing may come from a receiver, which reports once a second, until it counts as silent.
        package var silence = GPSDClient.silence
        /// How long the silence lasts until the connection is given up: its other end may have vanished.
        package var patience: TimeSpan = .seconds(20)

        /// The program's.
        package nonisolated init() {}
    }

    nonisolated static let silence: TimeSpan = .seconds(10)
    /// The version of gpsd's protocol that is read here.
    nonisolated static let major = 3
    /// After this many lines in a row that are not gpsd's the connection is ended.
    private static let maxInvalidLines = 8

    /// The state of the connection.
    package private(set) var state = GPSDState.connecting
    /// How many lines were not gpsd's.
    package private(set) var ignored = 0

    private let address: SocketAddress
    private let lag: TimeSpan
    private let pace: Pace
    private weak var delegate: (any GPSDClientDelegate)?
    private var connection: GPSDConnection?
    private var stream = GPSDStream()
    private var timer: LoopTimer?
    private var reports: [GPSDReport] = []
    private var retry: Retry
    private var nonsense = 0
    private var isChecked = false
    private var hasWarned = false

    /// Begins to connect.
    /// - Parameters:
    ///   - address: where gpsd listens.
    ///   - lag: how long a fix takes from the receiver's antenna to here, if that is known.
    ///   - pace: waits and limits.
    package init(
        _ address: SocketAddress, lag: TimeSpan = .zero, pace: Pace = Pace(), delegate: any GPSDClientDelegate
    ) {
        (self.address, self.lag, self.pace, self.delegate) = (address, lag, pace, delegate)
        retry = Retry(pace.retry)
        timer = LoopTimer(of: self) { $0.isDue($1) }
        connect()
    }

    /// Ends it; the delegate hears no more.
    package func close() {
        disconnect()
        timer?.cancel()
        timer = nil
    }

    private func connect() {
        (stream, isChecked, nonsense) = (GPSDStream(lag: lag), false, 0)
        timer?.arm(at: Monotonic.now() + pace.connecting)
        do { connection = try GPSDConnection(address, delegate: self) } catch { ended(.away(error.reason)) }
    }

    private func disconnect() {
        connection?.close()
        connection = nil
    }

    func isUnverified(_ reason: String) {
        guard !hasWarned else { return }
        hasWarned = true
        delegate?.gpsd(
            changedTo: state,
            "gpsd at \(address.text) is believed, and another user of the machine could play it: \(reason)")
    }

    func ended(_ state: GPSDState) {
        disconnect()
        timer?.arm(at: Monotonic.now() + retry.next())
        change(to: state)
    }

    private func isDue(_ now: Instant) {
        if connection == nil {
            connect()
        } else if isChecked, state != .silent {
            timer?.arm(at: now + pace.patience)
            change(to: .silent)
        } else if isChecked {
            disconnect()
            connect()
        } else {
            ended(.away("it does not answer"))
        }
    }

    func received(_ bytes: UnsafeRawBufferPointer, at time: Instant) {
        // Apart from the stream's turn: a report may end the connection, and the stream with it.
        reports.removeAll(keepingCapacity: true)
        stream.receive(bytes, at: time) { reports.append($0) }
        for report in reports {
            guard connection != nil else { return }
            handle(report, at: time)
        }
    }

    private func handle(_ report: GPSDReport, at time: Instant) {
        nonsense = report == .nonsense ? nonsense + 1 : 0
        if report == .nonsense { ignored += 1 }
        switch report {
        case .version(Self.major):
            // Silence counts from here, and goes on where a connection was given up for it.
            if !isChecked { timer?.arm(at: time + (state == .silent ? pace.patience : pace.silence)) }
            isChecked = true
        case .version(let other): ended(.version(other))
        case _ where !isChecked, .nonsense where nonsense >= Self.maxInvalidLines: ended(.nonsense)
        case .fix, .noFix:
            retry.worked()
            timer?.arm(at: time + pace.silence)
            if case .fix(let fix) = report {
                change(to: .located)
                delegate?.gpsd(isAt: fix)
            } else {
                change(to: .noFix)
            }
        case .other, .nonsense: break
        }
    }

    private func change(to new: GPSDState) {
        let before = state
        state = new
        if !new.isLike(before) { delegate?.gpsd(changedTo: new, new.sentence(after: before, address)) }
    }
}
