import WaldoBlueZ
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSerial
import WaldoTime

/// The link of a measurement: opened and closed again and again, to the same board.
@LoopActor
final class ShieldContact: PeripheralLinkDelegate, SerialLinkDelegate {
    /// What happens on it.
    enum Event {
        case up, lost
        case received([UInt8])
    }

    /// Gets what happens, and when.
    var onEvent: (@LoopActor (Event, Instant) -> Void)?
    /// Why the link has failed for good; nil: it has not.
    private(set) var failure: Failure?
    /// What is known of the link over Bluetooth; nil: it is not up yet.
    private(set) var facts: LinkFacts?

    private let pacing: Pacing, longestFrame: Int
    private var way: ShieldWay
    private var radio: PeripheralLink?, cable: SerialLink?

    init(_ way: ShieldWay, _ arm: Arm) {
        self.way = way
        (pacing, longestFrame) = (arm.pacing, arm.longestWrite)
    }

    /// Begins to open the link.
    func open() {
        switch way {
        case .radio(let profile, let options):
            let link = PeripheralLink(profile: profile, pacing: pacing, longestFrame: longestFrame, options: options)
            radio = link
            link.delegate = self
            link.start()
        case .cable(let profile):
            let link = SerialLink(profile, pacing: pacing, waits: false)
            cable = link
            link.delegate = self
            link.start()
        }
    }

    /// Closes the link. What it still reports is ignored.
    func close() {
        radio?.delegate = nil
        radio?.close()
        cable?.delegate = nil
        cable?.close()
        (radio, cable) = (nil, nil)
    }

    /// Writes a frame; returns whether the link has taken it.
    func write(_ frame: Frame) -> Bool {
        let outcome =
            radio?.write(frame, isZero: false)
            ?? cable?.write(frame, isZero: false, pending: ZeroCounts())
        return outcome?.isSent ?? false
    }

    func link(_ link: PeripheralLink, didReport report: PeripheralLink.Report) {
        switch report {
        case .state(.up(let shield, let facts)):
            self.facts = facts
            // From now on no other board is measured.
            if case .radio(let profile, var options) = way {
                options.peripheral = shield.address
                way = .radio(profile, options)
            }
            onEvent?(.up, Monotonic.now())
        case .state(.lost), .gone: onEvent?(.lost, Monotonic.now())
        case .state(.scanning): if facts == nil { Diagnostics.write("Looking for the shield") }
        case .state(.connecting(let shield)): if facts == nil { Diagnostics.write("Connecting to \(shield)") }
        case .notified(let notification): onEvent?(.received(notification.bytes), notification.at)
        case .failed(let error): failure = Failure(error)
        case .state(.waiting), .opened, .ready, .refused, .flow, .heard, .missed: break
        }
    }

    func serialLink(didReport report: SerialLink.Report) {
        switch report {
        case .changed(.up, _, let time): onEvent?(.up, time)
        case .changed(.down, _, let time): onEvent?(.lost, time)
        case .received(let bytes, let time): onEvent?(.received(bytes), time)
        case .failed(let error): failure = Failure(error)
        case .changed: break
        }
    }
}
