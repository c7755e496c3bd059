internal import WaldoTime

/// The panels: the slider, the joystick, and the facts beside them.
extension Dashboard {
    func drawSlider(_ view: DashboardView, on canvas: inout Canvas, in place: Place) {
        canvas.frame(place, "slider")
        let inside = place.inside
        SliderBar(view.slider.value, height: inside.height).draw(on: &canvas, in: inside.part(from: 1, width: 3))
        let text = inside.part(from: 5, width: .max)
        // The text stands beside the filled part of the bar: at the top for forward, at the bottom for backward.
        let row =
            switch view.slider.label {
            case .forward: 1
            case .stopped: (inside.height - 2) / 2
            case .backward: inside.height - 4
            }
        canvas.put(view.slider.label.rawValue, in: text, row: row, view.slider.label == .stopped ? .strong : .goodBar)
        canvas.put(NumberText.fixed(view.slider.value), in: text, row: row + 1)
        if let number = view.slider.number { canvas.put("= " + NumberText.decimal(number), in: text, row: row + 2) }
    }

    func drawJoystick(_ view: DashboardView, on canvas: inout Canvas, in place: Place) {
        canvas.frame(place, "joystick")
        let inside = place.inside
        guard view.hasJoystick else {
            canvas.put("this arm has none", in: inside, row: 1, column: 2, .faint)
            return
        }
        let round = inside.part(from: 1, width: inside.height * 2)
        var disc = Disc(width: round.width, height: round.height, isBraille: style.hasBraille)
        disc.mark(stick: view.deflection)
        disc.mark(held: view.position)
        disc.draw(on: &canvas, in: round)
        let text = inside.part(from: round.width + 2, width: .max)
        let signs = style.hasBraille ? ("⣿⣿", "⠤⠤") : ("O", "+")
        var column = canvas.put(signs.0, in: text, .good)
        canvas.put("to arm", in: text, column: column + 1, .strong)
        for (row, (name, number)) in zip(1..., [("x", view.zx), ("y", view.zy)]) {
            canvas.put(name, in: text, row: row, column: 1)
            canvas.put(right(number.map(NumberText.decimal) ?? "-", 8), in: text, row: row, column: 2, .strong)
        }
        if view.isAssumed, view.zx != nil || view.zy != nil {
            canvas.put("assumed", in: text, row: 3, column: 3, .warning)
        }
        column = canvas.put(signs.1, in: text, row: 5, .live)
        canvas.put("stick", in: text, row: 5, column: column + 1, .strong)
        for (row, (name, value)) in zip(6..., [("x", view.deflection.x), ("y", view.deflection.y)]) {
            canvas.put(name, in: text, row: row, column: 1)
            canvas.put(right(NumberText.fixed(value), 8), in: text, row: row, column: 2)
        }
    }

    private func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    // MARK: facts

    func drawFacts(_ view: DashboardView, on canvas: inout Canvas, in place: Place) {
        canvas.frame(place, "link and input")
        let link = view.link
        var facts: [(label: String, text: String, ink: Ink)] = [
            ("link", link.phase == .none ? "none: override" : link.phase.word, link.phase.ink),
            ("shield", link.name.isEmpty && link.address.isEmpty ? "-" : link.name, .plain),
            ("", link.address, .plain), ("signal", signal(link), .plain),
            ("rate", view.rate.map { NumberText.rate($0) + " commands a second" } ?? "-", .plain),
            ("delay", latency(view) ?? "-", .plain),
            ("input", view.inputName ?? "none", view.inputName == nil ? .bad : .plain),
            ("by", view.mappingName.isEmpty ? "-" : view.mappingName, .plain),
        ]
        let inside = place.inside.part(from: 1, width: .max)
        // If there is space: details of the link, then blank rows between groups.
        if inside.height > facts.count {
            facts.insert(("route", link.phase == .connected ? link.detail : "-", .plain), at: 4)
        }
        if inside.height > facts.count { facts.insert(("", "", .plain), at: 5) }
        if inside.height > facts.count { facts.insert(("", "", .plain), at: 8) }
        for (row, fact) in facts.enumerated() {
            canvas.put(fact.label, in: inside, row: row, .faint)
            canvas.put(fact.text, in: inside, row: row, column: 7, fact.ink)
        }
    }

    /// The signal strength and the time of its measurement: unlike an age, a time of day stays true while nothing is
    /// redrawn.
    private func signal(_ link: DashboardView.Link) -> String {
        guard let signal = link.signal else { return "-" }
        return "\(signal) dBm" + (link.heardAt.isEmpty ? "" : " at \(link.heardAt)")
    }

    private func latency(_ view: DashboardView) -> String? {
        view.latency.map { latency in
            func text(_ span: TimeSpan) -> String { NumberText.span(span, isUnicode: style.isUnicode) }
            return "p50 \(text(latency.p50)) p99 \(text(latency.p99))"
        }
    }
}
