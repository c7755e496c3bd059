import ArgumentParser
import WaldoApp
import WaldoCore
import WaldoFiles

/// `waldo forget`: forgets the peripheral that was used for a sensor.
struct ForgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Forget the peripheral that was used for a sensor, so that another can be used.",
        discussion: """
                waldo forget                            # what is remembered
                waldo forget bgeigie

            Without a name it lists the remembered peripherals.
            """)

    @Argument(help: "The sensor: its name, or its file as it was given.", completion: .knownSensors)
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
                .input,
                "no peripheral is remembered for the sensor \(SafeText.escaped(sensor)); `waldo forget` lists those that are"
            )
        }
        print("forgotten: the next survey uses the peripheral that is in reach")
    }
}
