import Glibc
import Testing
import WaldoTestSupport

/// The real code on mock devices, in a process of its own, because umockdev works by preloading a library.
@Suite(.serialized, .timeLimit(.minutes(2))) struct InputSourceTests {
    @Test func aPadIsFoundAndItsEventsArriveInOrder() async throws {
        let probe = try MockProbe([.init(plays: true)], "source", "pad")
        let added = try await probe.waitForLine(containing: "\"added\"")
        #expect(added.contains("\"path\":\"/dev/input/event1\""))
        #expect(
            added.contains(
                "\"identity\":\"0003:045e:028e:0110:lab/input0\",\"kind\":\"gamepad\",\"axes\":8,\"keys\":11"))
        for what in [
            "key(304, down: true)", "key(304, down: false)", "axis(0, 12345)", "axis(1, -32768)", "axis(16, -1)",
            "axis(5, 200)",
        ] {
            try await probe.waitForLine(containing: what)
            let report = try await probe.waitForLine(containing: "")
            #expect(report.contains("report(more: false)"))
        }
    }

    @Test func onlyWhatIsWantedArrives() async throws {
        let probe = try MockProbe([.init(plays: true)], "source", "pad", "--axes", "1,5", "--keys", "305")
        let added = try await probe.waitForLine(containing: "\"added\"")
        #expect(added.contains("\"state\":{\"axes\":{\"1\":0,\"5\":0},\"down\":[]}"))
        try await probe.waitForLine(containing: "axis(5, 200)")
        let reported = probe.lines.filter { $0.contains("\"input\",\"what\"") }
        #expect(reported.count == 3 || reported.count == 4)
        #expect(reported.allSatisfy { $0.contains("axis(1, ") || $0.contains("axis(5, ") || $0.contains("report") })
    }

    /// umockdev stamps events with its script's time, which is not this machine's.
    @Test func eventsAreStampedByTheLoopWhereTheDeviceCannot() async throws {
        let probe = try MockProbe([.init(plays: true)], "source", "pad")
        let line = try await probe.waitForLine(containing: "axis(0, 12345)")
        let age = try #require(line.split(separator: ":").last.flatMap { Int($0.dropLast()) })
        #expect((0..<1_000_000).contains(age))
    }

    @Test func lossIsReportedOnceAndTheReturnIsTaken() async throws {
        let probe = try MockProbe([.init()], "source", "pad")
        let node = try await probe.root() + "/dev/input/event1"
        try await probe.waitForLine(containing: "\"added\"")
        for _ in 0..<3 {
            #expect(rename(node, node + ".away") == 0)
            try await probe.waitForLine(containing: "{\"event\":\"lost\",\"reason\":\"Microsoft X-Box 360 pad: ")
            #expect(rename(node + ".away", node) == 0)
            try await probe.waitForLine(containing: "\"added\"")
        }
        #expect(probe.lines.count { $0.contains("\"lost\"") } == 3)
    }

    @Test func anotherPadIsReportedAndNotTaken() async throws {
        let probe = try MockProbe([.init(), .init(number: 2, place: "lab/input9")], "source", "/dev/input/event1")
        let folder = try await probe.root() + "/dev/input"
        try await probe.waitForLine(containing: "\"added\"")
        #expect(rename("\(folder)/event2", "\(folder)/away2") == 0)
        #expect(rename("\(folder)/event1", "\(folder)/away1") == 0)
        try await probe.waitForLine(containing: "\"lost\"")
        #expect(rename("\(folder)/away2", "\(folder)/event2") == 0)
        let ignored = try await probe.waitForLine(containing: "\"event\"")
        #expect(ignored.contains("\"ignored\",\"path\":\"/dev/input/event2\""))
        #expect(rename("\(folder)/away1", "\(folder)/event1") == 0)
        let added = try await probe.waitForLine(containing: "\"event\"")
        #expect(added.contains("\"added\",\"path\":\"/dev/input/event1\""))
    }

    @Test func twoPadsAreListed() async throws {
        let probe = try MockProbe([.init(), .init(number: 2, place: "lab/input9")], "source", "pad", "--wait")
        let failed = try await probe.waitForLine(containing: "\"failed\"")
        #expect(failed.contains("\"kind\":\"ambiguous\""))
        #expect(failed.contains("--input /dev/input/event1 ") && failed.contains("--input /dev/input/event2 "))
    }

    @Test func theDeviceThatIsNamedIsTaken() async throws {
        let pads = [MockProbe.Pad(), MockProbe.Pad(number: 2, place: "lab/input9")]
        let probe = try MockProbe(pads, "source", "0003:045e:028e:0110:lab/input9")
        #expect(try await probe.waitForLine(containing: "\"added\"").contains("/dev/input/event2"))
    }

    @Test func withoutAKeyboardThereIsNoKeyboard() async throws {
        let probe = try MockProbe([.init()], "source", "keyboard")
        let failed = try await probe.waitForLine(containing: "\"failed\"")
        #expect(failed.contains("\"kind\":\"notFound\""))
        #expect(failed.contains("Microsoft X-Box 360 pad"))
    }

    @Test func aPadThatComesLaterIsWaitedFor() async throws {
        let probe = try MockProbe([.init(isAway: true)], "source", "/dev/input/event1", "--wait")
        let node = try await probe.root() + "/dev/input/event1"
        try await probe.waitForLine(containing: "\"waiting\"")
        #expect(rename(node + ".away", node) == 0)
        #expect(try await probe.waitForLine(containing: "\"added\"").contains("/dev/input/event1"))
    }

    @Test func nothingIsGrabbedWhileAKeyIsDown() async throws {
        let probe = try MockProbe([.init(keysDown: [Code.south])], "source", "pad", "--grab")
        let line = try await probe.waitForLine(containing: "\"event\"")
        #expect(line.contains("Let go of all keys of \\\"Microsoft X-Box 360 pad\\\" to begin."))
        probe.terminate()
        // The exit status is the probe's own or that of umockdev-run around it, whichever ends first.
        _ = try await probe.exitStatus()
        #expect(!probe.lines.contains { $0.contains("\"added\"") })
    }

    @Test func whatTheWiringRefusesFails() async throws {
        let probe = try MockProbe([.init()], "source", "pad", "--refuse")
        let failed = try await probe.waitForLine(containing: "\"failed\"")
        #expect(failed.contains("\"kind\":\"refused\",\"text\":\"No mapping fits this input.\""))
    }

    @Test func theListAndTheMonitorShowEverything() async throws {
        let list = try MockProbe([.init(), .init(number: 12, place: "lab/input7"), .init(number: 9)], "list")
        #expect(try await list.exitStatus() == 0)
        let nodes = list.lines.filter { $0.contains("\"node\"") }
        #expect(nodes.count == 3)
        for (node, path) in zip(nodes, ["event1", "event9", "event12"]) { #expect(node.contains("/\(path)\"")) }

        let monitor = try MockProbe([.init(plays: true)], "monitor", "/dev/input/event1")
        try await monitor.waitForLine(
            containing: "\"name\":\"ABS_X\",\"minimum\":-32768,\"maximum\":32767,\"value\":0,\"flat\":128")
        try await monitor.waitForLine(containing: "\"name\":\"ABS_HAT0X\",\"value\":-1")
        try await monitor.waitForLine(containing: "\"name\":\"SYN_REPORT\",\"value\":0")

        let nothing = try MockProbe([.init()], "monitor", "/dev/input/event8")
        #expect(try await nothing.waitForLine(containing: "\"failed\"").contains("\"kind\":\"notFound\""))
    }
}
