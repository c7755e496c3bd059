internal import ArgumentParser
internal import WaldoApp
internal import WaldoCore
internal import WaldoFiles

/// `waldo forget`: forgets the peripheral that a sensor was heard from.
struct ForgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Forget the peripheral that a sensor was heard from, so that another is used.",
        discussion: "Without a name it lists those that are remembered.")

    @Argument(help: "The sensor: its name, or its file as it was given.")
    var sensor: String?

    func run() throws {
        let known = KnownSensors()
        guard let sensor else {
            let all = try known.list()
            if all.isEmpty { print("no sensor's peripheral is remembered") }
            for one in all { print("\(SafeText.escaped(one.sensor, upTo: .max))  \(SafeText.escaped(one.address))") }
            return
        }
        guard try known.forget(sensor) else {
            throw Failure(
                Failure.input,
                "no peripheral is remembered for the sensor \(SafeText.escaped(sensor)); `waldo forget` lists those that are"
            )
        }
        print("forgotten: the next survey takes the sensor that is in reach")
    }
}
