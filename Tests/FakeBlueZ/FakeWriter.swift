import WaldoLoop

/// A characteristic of a fake device whose write socket is acquired.
@LoopActor
final class FakeWriter {
    /// The characteristic's path.
    let path: String
    /// Its UUID, where the device has several that take commands: reports of writes state it.
    let uuid: String?
    /// This side's end of the write socket; nil: another program has it.
    var socket: OwnedDescriptor?
    var watch: FileWatch?
    /// Armed while a miserly device does not read.
    var pause: LoopTimer?

    init(path: String, uuid: String?, _ socket: consuming OwnedDescriptor?) {
        self.path = path
        self.uuid = uuid
        self.socket = socket
    }
}
