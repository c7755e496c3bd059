import Glibc
import Testing
import WaldoTestSupport

/// The real code on mock devices, in a process of its own: umockdev works by preloading.
@Suite(.serialized, .timeLimit(.minutes(2))) struct InputSourceTests {
    @Test func aPadIsFoundAndItsEventsArriveInOrder() async throws {
        let probe = try MockPads([.init(plays: true)]).probe("source", "pad", "--grab")
        let added = try await probe.waitForLine(containing: "\"added\"")
        #expect(added.contains("\"path\":\"/dev/input/event1\""))
        #expect(added.contains("\"identity\":\"0003:045e:028e:0110:lab/input0\",\"kind\":\"gamepad\",\"axes\":8,\"keys\":11"))
        for what in [
            "key(304, down: true)", "key(304, down: false)", "axis(0, 12345)", "axis(1, -32768)", "axis(16, -1)",
            "axis(5, 200)",
        ] {
            try await probe.waitForLine(containing: what)
            let report = try await probe.waitForLine { _ in true }
            #expect(report.contains("report(more: false)"))
        }
    }

    @Test func onlyWhatIsWantedArrives() async throws {
        let probe = try MockPads([.init(plays: true)]).probe("source", "pad", "--axes", "1,5", "--keys", "305")
        let added = try await probe.waitForLine(containing: "\"added\"")
        #expect(added.contains("\"state\":{\"axes\":{\"1\":0,\"5\":0},\"down\":[]}"))
        try await probe.waitForLine(containing: "axis(5, 200)")
        let told = probe.lines.filter { $0.contains("\"input\",\"what\"") }
        #expect(told.count == 3 || told.count == 4)
        #expect(told.allSatisfy { $0.contains("axis(1, ") || $0.contains("axis(5, ") || $0.contains("report") })
    }

    /// umockdev stamps with its script's time, which is no time of this machine.
    @Test func eventsAreStampedByTheLoopWhereTheDeviceCannot() async throws {
        let probe = try MockPads([.init(plays: true)]).probe("source", "pad")
        let line = try await probe.waitForLine(containing: "axis(0, 12345)")
        let age = try #require(line.split(separator: ":").last.flatMap { Int($0.dropLast()) })
        #expect((0..<1_000_000).contains(age))
    }

    @Test func lossIsToldOnceAndTheReturnIsTaken() async throws {
        let probe = try MockPads([.init()]).probe("source", "pad")
        let node = try await probe.waitForLine { $0.hasPrefix("/") } + "/dev/input/event1"
        try await probe.waitForLine(containing: "\"added\"")
        for _ in 0..<3 {
            #expect(rename(node, node + ".away") == 0)
            try await probe.waitForLine(containing: "{\"event\":\"lost\",\"reason\":\"Microsoft X-Box 360 pad: ")
            #expect(rename(node + ".away", node) == 0)
            try await probe.waitForLine(containing: "\"added\"")
        }
        #expect(probe.lines.count { $0.contains("\"lost\"") } == 3)
    }

    @Test func anotherPadIsToldAndNotTaken() async throws {
        let probe = try MockPads([.init(), .init(number: 2, place: "lab/input9")]).probe("source", "/dev/input/event1")
        let folder = try await probe.waitForLine { $0.hasPrefix("/") } + "/dev/input"
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
        let probe = try MockPads([.init(), .init(number: 2, place: "lab/input9")]).probe("source", "pad", "--wait")
        let failed = try await probe.waitForLine(containing: "\"failed\"")
        #expect(failed.contains("\"kind\":\"ambiguous\""))
        #expect(failed.contains("--input /dev/input/event1 ") && failed.contains("--input /dev/input/event2 "))
    }

    @Test func theDeviceThatIsNamedIsTaken() async throws {
        let pads = [MockPads.Pad(), MockPads.Pad(number: 2, place: "lab/input9")]
        let probe = try MockPads(pads).probe("source", "0003:045e:028e:0110:lab/input9")
        #expect(try await probe.waitForLine(containing: "\"added\"").contains("/dev/input/event2"))
    }

    @Test func withoutAKeyboardThereIsNoKeyboard() async throws {
        let probe = try MockPads([.init()]).probe("source", "keyboard")
        let failed = try await probe.waitForLine(containing: "\"failed\"")
        #expect(failed.contains("\"kind\":\"notFound\""))
        #expect(failed.contains("Microsoft X-Box 360 pad"))
    }

    @Test func aPadThatComesLaterIsWaitedFor() async throws {
        let probe = try MockPads([.init()]).probe("source", "/dev/input/event5", "--wait")
        let folder = try await probe.waitForLine { $0.hasPrefix("/") } + "/dev/input"
        try await probe.waitForLine(containing: "\"waiting\"")
        #expect(symlink("event1", "\(folder)/event5") == 0)
        #expect(try await probe.waitForLine(containing: "\"added\"").contains("/dev/input/event"))
    }

    @Test func nothingIsGrabbedWhileAKeyIsDown() async throws {
        let probe = try MockPads([.init(holdsSouth: true)]).probe("source", "pad", "--grab")
        let line = try await probe.waitForLine(containing: "\"event\"")
        #expect(line.contains("Let go of all keys of \\\"Microsoft X-Box 360 pad\\\" to begin."))
        probe.send(signal: SIGTERM, toGroup: true)
        try await probe.waitForLine(containing: "\"end\"")
        #expect(!probe.lines.contains { $0.contains("\"added\"") })
    }

    @Test func whatTheWiringRefusesFails() async throws {
        let probe = try MockPads([.init()]).probe("source", "pad", "--refuse")
        let failed = try await probe.waitForLine(containing: "\"failed\"")
        #expect(failed.contains("\"kind\":\"refused\",\"text\":\"No mapping fits this input.\""))
    }

    @Test func theListAndTheMonitorShowEverything() async throws {
        let list = try MockPads([.init(), .init(number: 12, place: "lab/input7"), .init(number: 9)]).probe("list")
        #expect(try await list.exitStatus() == 0)
        let nodes = list.lines.filter { $0.contains("\"node\"") }
        #expect(nodes.count == 3)
        for (node, path) in zip(nodes, ["event1", "event9", "event12"]) { #expect(node.contains("/\(path)\"")) }

        let monitor = try MockPads([.init(plays: true)]).probe("monitor", "/dev/input/event1")
        try await monitor.waitForLine(containing: "\"name\":\"ABS_X\",\"minimum\":-32768,\"maximum\":32767,\"value\":0,\"flat\":128")
        try await monitor.waitForLine(containing: "\"name\":\"ABS_HAT0X\",\"value\":-1")
        try await monitor.waitForLine(containing: "\"name\":\"SYN_REPORT\",\"value\":0")

        let nothing = try MockPads([.init()]).probe("monitor", "/dev/input/event8")
        #expect(try await nothing.waitForLine(containing: "\"failed\"").contains("\"kind\":\"notFound\""))
    }
}
