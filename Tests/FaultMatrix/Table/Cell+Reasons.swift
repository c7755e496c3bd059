extension Cell {
    /// Why this cell cannot exist; nil for a cell that is run.
    var reason: String? {
        switch fault {
        case .padUnplugged, .padReplugged, .anotherPad, .eventsDropped, .stickAtStart, .stickAtReconnect,
            .stopHeldByPad, .stopAtPlugIn:
            none(.replay, "A replay opens no input; that a pad beside it is not heard is shown by “two pads at once”.")
                ?? opensNoInput
        case .stickAtResume, .resumeUnderPad, .resumeUnderTerminal:
            none(.replay, "A stop ends a replay: there is nothing to resume.") ?? opensNoInput
        case .enableReleased:
            none(.replay, "A recording holds the controls, and no enable button is asked of it.") ?? opensNoInput
        case .stopHeldByPage, .stopFlood:
            none(.replay, "A replay serves no panel; its stops come from the terminal, whose row shows them.")
        case .linkLost:
            none(.scanning, "While scanning there is no link to lose.")
        case .backUnconfirmed:
            none(.scanning, "While scanning there is no link to lose.")
                ?? none(
                    .connecting, "The first link cannot be back; one that somebody else had is “shield taken over”.")
                ?? endsWithItsLink
        case .takenOver:
            only([.connecting], "A shield is taken over when the link opens: see “connecting”.")
        case .linkStalled:
            none(.scanning, "While scanning there is no link that could confirm anything.")
        case .stallOnPosition:
            only(
                [.joystickHeld, .rasterMeasuring],
                "Positions move on by a held joystick or to a raster's next point: see “joystick held” and “raster measuring”."
            )
        case .proofFails:
            none(.midWrite, "A read is asked for once the frames before it have been taken: see “slider held”.")
                ?? nothingIsWritten
        case .writeFails, .busLost: nothingIsWritten
        case .acquireRefused:
            none(.scanning, "AcquireWrite is asked for once the shield is connected: see “connecting”.")
                ?? endsWithItsLink
        case .acquireRevoked:
            none(.scanning, "While scanning there is no socket to revoke.")
        case .anotherShield:
            only(
                [.connecting, .scanning],
                "Which shield it is, is settled before the link: see “connecting” and “scanning”.")
        case .alarmRaised:
            surveysNothing
                ?? (moment.hasLink ? nil : "A sensor on the arm's shield is not heard before the link is up.")
        case .sensorSilent:
            surveysNothing
                ?? none(
                    .midWrite,
                    "A write that is in flight for so long is a stall: see “link stalled, nothing confirmed”.")
        case .storeFull, .gpsdGone, .gpsdFlood: surveysNothing
        case .errorsFullAtStart, .errorsFull, .errorsSlow, .errorsClosed, .bothFullAtStart, .bothFull, .bothSlow,
            .bothClosed:
            none(.replay, "A replay serves no panel, and has nothing to say on standard error while it plays.")
        default: nil
        }
    }

    private var surveysNothing: String? {
        none(.replay, "A replay surveys nothing; a halt by an alarm is in the recording, as each operator's event is.")
    }

    private var opensNoInput: String? {
        none(
            \.isRaster,
            "A raster opens no input: its operator is at the terminal, whose loss is “terminal closed”.")
    }

    private func none(_ moment: Moment, _ reason: String) -> String? { self.moment == moment ? reason : nil }

    private func none(_ are: (Moment) -> Bool, _ reason: String) -> String? { are(moment) ? reason : nil }

    private func only(_ moments: [Moment], _ reason: String) -> String? { moments.contains(moment) ? nil : reason }

    private var endsWithItsLink: String? {
        none(.replay, "A replay ends with its link, and asks for no second socket: see “link lost and back”.")
    }

    private var nothingIsWritten: String? {
        moment.hasLink ? nil : "Before the link is up nothing is written that could fail, and nothing moves."
    }
}
