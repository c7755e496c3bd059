extension Fault {
    /// When the fault can first be detected: from then on the first zero may take one interval of the arm.
    var detection: String {
        switch self {
        case .padUnplugged, .padReplugged, .anotherPad, .stopAtPlugIn: "at once: the node hangs up"
        case .eventsDropped: "at once: the kernel says so"
        case .stickAtStart, .stickAtReconnect, .stickAtResume: "at the gate"
        case .enableReleased, .stopPressed, .padAndTerminal, .stopHeldByPad, .stopHeldByTerminal, .resumeUnderPad,
            .resumeUnderTerminal, .outputFullAtStart, .outputSlow, .errorsFullAtStart, .errorsFull, .errorsSlow,
            .errorsClosed, .bothFullAtStart, .bothFull, .bothSlow, .terminalStopped:
            "at once: the event"
        case .stopHeldByPage, .stopFlood: "at once: the message"
        case .interrupt, .terminate, .hangUp, .quit, .terminateTwice, .terminateTwiceBy100us, .terminateTwiceBy2ms,
            .terminateTwiceBy20ms, .interruptAndTerminate, .user2, .alarm, .virtualAlarm, .processorLimit,
            .powerFailure, .segmentation, .abort, .busError, .crashUnread, .endUnread, .stayUnread:
            "at once: the signal"
        case .kill: "never: the arm's three repeats"
        case .stopped: "at SIGCONT; until then the arm's three repeats"
        case .frozen: "at the thaw; until then the arm's three repeats"
        case .hungLoop: "250 ms after a missed deadline"
        case .linkLost, .backUnconfirmed, .adapterOff, .adapterRemoved, .bluetoothdKilled, .busKilled:
            "when BlueZ or the bus says so; the arm's three repeats"
        case .takenOver: "at once: the socket"
        case .linkStalled, .stallOnPosition: "300 ms after a read that is not answered"
        case .bluetoothdFrozen: "300 ms after a frame that is not taken"
        case .proofFails, .writeFails: "at once: the answer"
        case .acquireRefused: "at once: the answer; the arm's three repeats"
        case .acquireRevoked: "at once: the socket hangs up; the arm's three repeats"
        case .busLost: "at once: the bus hangs up"
        case .anotherShield: "before the link"
        case .terminalClosed: "at once: the terminal hangs up"
        case .outputClosed, .bothClosed: "at the next line"
        case .alarmRaised: "at once: the notification"
        case .sensorSilent: "at the end of that time"
        case .twoPads, .brokenPipe, .clockBack, .clockForward, .twoWaldos, .outputBlocked, .diskFull, .storeFull,
            .gpsdGone,
            .gpsdFlood:
            "nothing is lost"
        }
    }
}
