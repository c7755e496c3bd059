import WaldoCore
import WaldoTime

/// The facts beside the controls: the link and the input.
extension Dashboard {
    /// The column of what is known, behind the labels.
    private static let factColumn = 7

    func drawFacts(_ view: DashboardView, on canvas: inout Canvas, in rect: CellRect) {
        canvas.frame(rect, "link and input")
        let link = view.status.link, shield = view.status.shield ?? LinkStatus()
        var facts: [(label: String, text: String, ink: Ink)] = [
            ("link", linkWord(view), view.status.transport.hasArm ? link.phase.ink : .warning),
            (view.status.transport == .serial ? "port" : "shield", shield.hasPeripheral ? shield.name : "-", .plain),
            ("", shield.address, .plain), ("signal", signal(view), .plain),
            ("rate", view.rate.map { NumberText.rate($0) + " commands a second" } ?? "-", .plain),
            ("delay", text(view.latency), .plain),
            ("input", "none", .bad),
            ("by", view.status.input.mapping.isEmpty ? "-" : mapping(view), .plain),
        ]
        // Nothing is known of what is not there.
        switch view.status.transport {
        case .shield: break
        case .serial, .simulated: facts.removeSubrange(2...3)
        case .override: facts.removeSubrange(1...3)
        }
        let inside = rect.inside.part(from: 1, width: .max)
        // If there is space: details of the link, then blank rows between groups.
        if inside.height > facts.count {
            let route = link.phase == .connected && !link.detail.isEmpty ? link.detail : "-"
            switch view.status.transport {
            case .shield: facts.insert(("route", route, .plain), at: 4)
            case .serial: facts.insert(("route", route, .plain), at: 2)
            case .override, .simulated: break
            }
        }
        if !view.reportedAt.isEmpty, inside.height > facts.count {
            let row = facts.firstIndex { $0.label == "rate" } ?? 0
            facts.insert(("arm", "reported at \(view.reportedAt)", .plain), at: row)
        }
        // The link's own time has a row, and where there is none replaces the rate as soon as it is known.
        let delivery = (label: "link's", text: text(view.delivery), ink: Ink.plain)
        if view.status.transport.hasArm {
            if inside.height > facts.count {
                facts.insert(delivery, at: (facts.firstIndex { $0.label == "delay" } ?? 0) + 1)
            } else if view.delivery != nil, let rate = facts.firstIndex(where: { $0.label == "rate" }) {
                facts.remove(at: rate)
                facts.insert(delivery, at: rate + 1)
            }
        }
        // The battery is the first to get a row of its own; without one it stands behind the input's name.
        let battery = view.status.input.battery.map { (label: "power", text: $0.text, ink: $0.ink) }
        let hasRow = inside.height > facts.count
        if let battery, hasRow { facts.insert(battery, at: facts.count - 1) }
        let beside = hasRow ? "" : battery.map { "  \($0.text)" } ?? ""
        let input = facts.firstIndex { $0.label == "input" } ?? 0
        if let name = view.status.input.name {
            let cells = rect.width - 10 - CellWidth.cells(beside)
            (facts[input].text, facts[input].ink) = (MiddleCut.of(name, cells: cells, style), .plain)
        }
        // A profile and a mapping whose names are long have a row each where there is one.
        let by = facts[facts.count - 1].text, cells = inside.width - Self.factColumn
        if CellWidth.cells(by) > cells {
            let hasRow = !view.profile.isEmpty && inside.height > facts.count
            facts[facts.count - 1].text = hasRow ? "\(view.profile) of" : MiddleCut.of(by, cells: cells, style)
            if hasRow { facts.append(("", view.status.input.mapping, .plain)) }
        }
        for label in ["rate", "input"] where inside.height > facts.count {
            facts.insert(("", "", .plain), at: facts.firstIndex { $0.label == label } ?? 0)
        }
        for (row, fact) in facts.enumerated() {
            canvas.put(fact.label, in: inside, row: row, .faint)
            let end = canvas.put(fact.text, in: inside, row: row, column: Self.factColumn, fact.ink)
            if fact.label == "input", let battery { canvas.put(beside, in: inside, row: row, column: end, battery.ink) }
        }
    }

    private func linkWord(_ view: DashboardView) -> String {
        switch view.status.transport {
        case .override: "none: override"
        case .simulated: "simulated, \(view.status.link.phase.label)"
        case .shield, .serial: view.status.link.phase.label
        }
    }

    /// The profile in force comes first: a long name of the mapping is cut off.
    private func mapping(_ view: DashboardView) -> String {
        view.profile.isEmpty ? view.status.input.mapping : "\(view.profile) of \(view.status.input.mapping)"
    }

    /// The signal strength and the time of its measurement: unlike an age, a time of day stays true while nothing is
    /// redrawn.
    private func signal(_ view: DashboardView) -> String {
        guard let signal = view.status.shield?.signal else { return "-" }
        return "\(signal) dBm" + (view.heardAt.isEmpty ? "" : " at \(view.heardAt)")
    }

    private func text(_ latency: DashboardView.Latency?) -> String {
        guard let latency else { return "-" }
        func text(_ span: TimeSpan) -> String { NumberText.span(span, isUnicode: style.isUnicode) }
        return "p50 \(text(latency.p50)) p99 \(text(latency.p99))"
    }
}
