import Testing
import WaldoCore
import WaldoSimulator
import WaldoTestSupport
import WaldoTime

/// The text of a simulation's options.
@Suite struct SimulationOptionsTests {
    @Test func nothingIsAskedFor() throws {
        let options = try SimulationOptions("")
        #expect(options == SimulationOptions() && options.seed == 1 && options.field.background == 0.1)
        #expect(options.field.sources.isEmpty && options.losses.isEmpty && options.stalls.isEmpty)
    }

    @Test func everyOption() throws {
        let options = try SimulationOptions(
            "seed=18446744073709551615,source=0.1:-0.05:0.2:5,loss=5s+1.5s,background=0,stall=2.5s,"
                + "loss=250ms,source=-1000:0:1:0.000001,stall=0s+20ms")
        #expect(
            options
                == SimulationOptions(
                    seed: .max,
                    field: HiddenField(
                        sources: [
                            .init(at: ArmPoint(x: 0.1, y: -0.05, z: 0.2), strength: 5),
                            .init(at: ArmPoint(x: -1_000, y: 0, z: 1), strength: 0.000_001),
                        ], background: 0),
                    losses: [
                        SimulatedLinkFault(at: .milliseconds(250), for: .seconds(3)),
                        SimulatedLinkFault(at: .seconds(5), for: .milliseconds(1_500)),
                    ],
                    stalls: [
                        SimulatedLinkFault(at: .zero, for: .milliseconds(20)),
                        SimulatedLinkFault(at: .milliseconds(2_500), for: .seconds(1)),
                    ]))
    }

    @Test(arguments: [
        ("sed=7", "has no option `sed`; write `seed=`, `source=`"), ("seed", "has no option `seed`"),
        (",", "an option of the simulation is empty"), ("seed=7,", "is empty; write `seed=`"),
        ("seed=7 ", "`seed` of the simulation is `7 `; write a whole number"),
        ("seed=-1", "a whole number such as `seed=7`"),
        ("seed=18446744073709551616", "a whole number"), ("seed=", "is empty; write a whole number"),
        ("seed=1,seed=2", "`seed` of the simulation appears more than once"),
        ("background=1,background=1", "appears more than once"), ("background=-0.1", "uSv/h from 0 to 1,000,000"),
        ("background=1e3", "uSv/h from 0"), ("background=0.1uSv/h", "uSv/h from 0"),
        ("source=1:2:3", "x, y and z in metres from the base and uSv/h at 1 m"),
        ("source=1:2:3:4:5", "such as `source=0.1:-0.05:0.2:5`"), ("source=1:2:x:4", "x, y and z"),
        ("source=1001:0:0:1", "within 1000 m"), ("source=0:0:0:0", "more than 0"), ("source=0:0:0:-1", "more than 0"),
        ("loss=5", "a time from the start such as `loss=5s`"), ("loss=-5s", "a time from the start"),
        ("loss=5s+", "how long it lasts behind the `+`, such as `loss=5s+500ms`"), ("loss=5s+2", "behind the `+`"),
        ("stall=5s+2s+1s", "behind the `+`, such as `stall=5s+500ms`"), ("stall=+2s", "a time from the start"),
        ("stall=1s+-1s", "how long it lasts"), ("stall=25h", "such as `stall=5s`"), ("stall=86401s", "24 h at most"),
        ("stall=s", "a time from the start"),
        ("source=\u{1b}[2J", "`\\u{1b}[2J`"), ("\u{1b}=1", "`\\u{1b}`"),
    ])
    func isRefused(_ text: String, _ sentence: String) {
        do throws(SimulationOptionError) {
            let options = try SimulationOptions(text)
            Issue.record("\(text) is read as \(options)")
        } catch {
            #expect(error.description.contains(sentence), "\(error)")
            #expect(!error.description.contains("\n") && !error.description.contains("\u{1b}"))
        }
    }

    @Test func tooMany() {
        let text = (0...SimulationOptions.limit).map { "loss=\($0)s" }.joined(separator: ",")
        #expect(throws: SimulationOptionError.self) { try SimulationOptions(text) }
    }

    @Test func whateverTheTextItIsReadOrRefused() {
        let pieces = [
            "seed", "source", "background", "loss", "stall", "=", ",", ":", "0", "7", "-", ".", "s", "ms", "0.5", " ",
            "é",
            "\u{0}", "99999999", "1e9", "+1", "nan", "\u{661}", "+", "s+", "loss=5s", "source=0:0:1:2",
        ]
        var random = SeededGenerator(11), read = 0, refused = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...7, using: &random)
            let text = (0..<count).map { _ in pieces.randomElement(using: &random)! }.joined()
            do throws(SimulationOptionError) {
                let options = try SimulationOptions(text)
                read += 1
                #expect(options.field.background.isFinite && options.field.sources.allSatisfy { $0.strength > 0 })
            } catch {
                refused += 1
                #expect(!error.sentence.isEmpty)
            }
        }
        #expect(read > 100 && refused > 10_000, "\(read)")
    }
}
