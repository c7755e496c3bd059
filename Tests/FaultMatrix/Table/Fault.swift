/// What befalls a drive: a row of the matrix.
enum Fault: String, CaseIterable, Sendable {
    // The input.
    case padUnplugged = "pad unplugged"
    case padReplugged = "pad unplugged, back with its controls held"
    case anotherPad = "pad unplugged, another one in its place"
    case eventsDropped = "SYN_DROPPED, the release among what was lost"
    case stickAtStart = "stick not centred at start"
    case stickAtReconnect = "stick not centred at reconnect"
    case stickAtResume = "stick not centred at resume"
    case enableLetGo = "enable button let go"
    case stopPressed = "stop pressed"
    case twoPads = "two pads at once"
    case padAndTerminal = "pad and terminal's keys at once"

    // The process and its machine.
    case interrupt = "SIGINT"
    case terminate = "SIGTERM"
    case hangUp = "SIGHUP"
    case quit = "SIGQUIT"
    case brokenPipe = "SIGPIPE"
    case kill = "SIGKILL"
    case stopped = "SIGSTOP for 2 s, SIGCONT"
    case clockBack = "clock set back an hour"
    case clockForward = "clock set forward an hour"

    // The link.
    case linkLost = "link lost and back"
    case linkStalled = "link stalled, nothing confirmed"
    case bluetoothdFrozen = "bluetoothd stopped for 1 s"
    case acquireRefused = "AcquireWrite refused"
    case acquireRevoked = "AcquireWrite's socket revoked"
    case adapterOff = "adapter powered off and on"
    case adapterRemoved = "adapter removed and back"
    case bluetoothdKilled = "bluetoothd killed and restarted"
    case busKilled = "dbus-daemon killed and restarted"
    case twoWaldos = "two Waldos at one shield"

    // The outputs.
    case terminalClosed = "terminal closed"
    case outputClosed = "stdout closed"
    case outputBlocked = "stdout's reader slow"
    case diskFull = "disk full while recording"
}
