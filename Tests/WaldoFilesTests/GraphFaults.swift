extension Fault {
    private static let graph = Samples.graph
    private static let small = "name: a\nin: { c: count, x: V }\nnodes:\n  n: { KIND }\nout: [c, x, n]\n"
    private static func small(_ node: String, _ place: String, _ says: String, schemaAccepts: Bool = false) -> Fault {
        Fault(small, "KIND", node, place, says, schemaAccepts: schemaAccepts)
    }

    /// An input with these names of its stream.
    private static func named(_ streams: String, _ place: String, _ says: String) -> Fault {
        Fault("name: a\nin: { pm: { stream: NAMES, unit: V } }\nout: pm\n", "NAMES", streams, place, says)
    }

    /// What a graph file is refused for.
    static let ofGraphs: [Fault] = [
        // Keys and names.
        Fault(graph, "nodes:", "noodes:", "3:1", "did you mean `nodes`?"),
        Fault(graph, "name: Test graph\n", "", "1:1", "the file has no key `name`"),
        Fault(graph, "  cps:", "  counts:", "6:3", "is an input and a node", schemaAccepts: true),
        Fault(graph, "  cps:", "  2x:", "6:3", "is no name here"),
        Fault(graph, "  cps:", "  a123456789a123456789a123456789abc:", "6:3", "32 characters at most"),
        Fault(graph, "  cps:", "  cpm:", "6:3", "appears more than once", schemaAccepts: true),
        Fault(graph, "rate: back", "raet: back", "6:8", "did you mean `rate`?"),
        Fault(graph, "rate: back", "rate: back, mean: back", "6:8", "make two nodes"),
        Fault(graph, "{ rate: back }", "back", "6:8", "expected a kind with its input"),
        Fault(graph, "over: 60 s, per", "ovr: 60 s, per", "5:24", "did you mean `over`?"),
        Fault(graph, "over: 60 s, ", "", "5:8", "has no key `over`"),
        // References.
        Fault(
            graph, "rate: live", "rate: liv", "10:16", "nor a node; did you mean `live`? Known: ", schemaAccepts: true),
        Fault(
            graph, "mean: now", "mean: high", "12:19", "`high` is of kind `alarm`, which has no value",
            schemaAccepts: true),
        Fault(
            graph, "total: total", "total: sigma", "24:101", "`sigma` is of kind `poisson`, which has no value",
            schemaAccepts: true),
        Fault(graph, "total: total", "total: totl", "24:101", "did you mean `total`?", schemaAccepts: true),
        Fault(
            graph, "median: volts", "median: dry", "17:16", "`middle` takes `dry` takes `calm` takes `middle`",
            schemaAccepts: true),
        Fault(graph, "rate: live", "rate: bin", "10:16", "form a cycle", schemaAccepts: true),
        Fault(graph, ", total: total", "", "13:3", "nothing takes `total`", schemaAccepts: true),
        Fault(
            graph, "light: mV }", "light: mV, more: V }", "2:46", "nothing takes the input `more`", schemaAccepts: true),
        // Units.
        Fault(graph, "minus: [cpm, cps]", "minus: [cpm, volts]", "7:23", "is in `cm`", schemaAccepts: true),
        Fault(graph, "0.2 cps", "0.2 uSv/h", "8:24", "is in `uSv/h`", schemaAccepts: true),
        Fault(graph, "from: cpm", "from: V", "9:41", "the same kind of unit", schemaAccepts: true),
        Fault(graph, "unit: uSv }", "unit: uSv/h }", "13:33", "is that times a time", schemaAccepts: true),
        Fault(graph, "500 nSv/h", "500 nSv", "21:33", "`uSv/h` was expected", schemaAccepts: true),
        Fault(graph, "tau: 113 us", "tau: 113 um", "4:35", "`s` was expected", schemaAccepts: true),
        Fault(graph, "rate: back", "rate: light", "6:16", "takes counts, and `light` is in `mV`", schemaAccepts: true),
        Fault(
            graph, "in: { counts: count, back: count, light: mV }", "in: [counts, back, light]", "2:20",
            "no node states the unit of `light`", schemaAccepts: true),
        Fault(graph, "in: { counts: count", "in: { counts: ''", "2:15", "a unit of 40 characters"),
        // Names of streams.
        named("[]", "2:21", "one to sixteen names"),
        named("[PM2.5, '*', PM2.5]", "2:34", "appears more than once"),
        named("[PM2.5, '']", "2:29", "a text"),
        named("{ name: PM2.5 }", "2:21", "expected a text"),
        named("[[PM2.5]]", "2:22", "expected a text"),
        named("[\((0..<17).map { "s\($0)" }.joined(separator: ", "))]", "2:21", "one to sixteen names"),
        named("*-PM2.5", "2:26", "between quotes"),
        // Physics.
        Fault(graph, "rate: back", "rate: cpm", "6:16", "takes counts", schemaAccepts: true),
        small(
            "dead_time: k, tau: 1 us }\n  k: { rate: c", "4:19", "takes the counts of the sensor", schemaAccepts: true),
        small("dead_time: c, tau: 1 us, model: paralyzable", "4:40", "paralyzable model is not computed"),
        small("dead_time: c, tau: 2 s", "4:27", "from `1 ns` to `1 s`", schemaAccepts: true),
        small("dead_time: c", "4:6", "has no key `tau`"),
        small("window: w, over: 5 s }\n  w: { window: c, over: 5 s", "4:16", "share time", schemaAccepts: true),
        small("window: c, over: 5 s, per: 1 day", "4:35", "`1 s` or `1 min` or `1 h`"),
        small("window: c, over: 0 s", "4:25", "a time from 1 ms to 24 h", schemaAccepts: true),
        small(
            "integral: w, unit: count }\n  w: { window: c, over: 5 s, per: 1 s", "4:18",
            "integrate the rate of each bin", schemaAccepts: true),
        small("mean: x, until: { error: 10 % }, over: [5 s, 60 s]", "4:24", "is not known", schemaAccepts: true),
        small(
            "mean: c, until: { error: 10 % }, over: [60 s, 5 s]", "4:54", "the longest time is not longer",
            schemaAccepts: true),
        small("mean: c, over: 5 s, bins: 5", "4:23", "and `bins` exclude each other"),
        small("mean: c", "4:6", "has no key `over`"),
        small("scale: x, by: 0, unit: V", "4:22", "above 0", schemaAccepts: true),
        small("scale: x, by: 1/2/3, unit: V", "4:22", "above 0"),
        small("scale: x, by: 2", "4:6", "has no key `unit`"),
        small("scale: x, by: 2, unit: V, uncertainty: 200 %", "4:47", "100 % at most", schemaAccepts: true),
        small("scale: x, by: 2, unit: V, date: March", "4:40", "a date such as"),
        small("polynomial: x, coefficients: [1], unit: V", "4:37", "2 to 9"),
        small("polynomial: x, coefficients: [1, a], unit: V", "4:41", "a number such as"),
        small("flag: x, range: [2, 1]", "4:28", "inside out", schemaAccepts: true),
        small("median: x, bins: 1", "4:25", "from 2 to 999"),
        small("minus: [c, c, c]", "4:15", "two values"),
        small("minus: [c, x]", "4:19", "`x` is in `V`", schemaAccepts: true),
        small("minus: [c, c], source: here", "4:31", "not for a node", schemaAccepts: true),
        small("thin: x, every: 5 kg", "4:24", "a time such as", schemaAccepts: true),
        small("mean: t, bins: 2 }\n  t: { thin: x, every: 1 m", "4:14", "thinned by distance", schemaAccepts: true),
        // Limits of error.
        Fault(
            graph, "of: dose, include", "of: ten, include", "14:33", "does not rest on `counts`", schemaAccepts: true),
        Fault(graph, "of: dose, include", "of: net, include", "14:33", "which is not put out", schemaAccepts: true),
        Fault(
            graph, "poisson: counts, of", "poisson: cpm, of", "14:21", "takes the counts of the sensor",
            schemaAccepts: true),
        Fault(
            small, "KIND", "median: c, bins: 3 }\n  p: { poisson: c, of: n", "5:24", "of a median is not known",
            schemaAccepts: true),
        Fault(
            small, "KIND", "rate: c }\n  p: { poisson: c, of: n }\n  q: { poisson: c, of: n", "6:3",
            "has limits already", schemaAccepts: true),
        // Alarms.
        Fault(graph, "silent: 1 min, ", "", "21:72", "add `silent: 5 s`"),
        Fault(graph, "clear: 0.4", "clear: 0.6", "21:51", "on the other side of the level", schemaAccepts: true),
        Fault(
            graph, "above: 500 nSv/h, clear: 0.4, for: 5 s, silent: 1 min, halt: true, ", "", "21:3",
            "nothing raises `high`"),
        Fault(
            graph, "above: 500 nSv/h, clear: 0.4,", "above: 1, below: 2,", "21:33", "every value", schemaAccepts: true),
        Fault(graph, "above: 500 nSv/h,", "above: 1, below: 0.1,", "21:55", "make two alarms"),
        Fault(graph, "above: 500 nSv/h, clear: 0.4, ", "", "21:31", "stands without a level"),
        Fault(graph, "halt: true", "halt: yes", "21:87", "`true` or `false`", schemaAccepts: true),
        Fault(graph, "sigma: 4", "sigma: 8", "22:62", "from 1 to 7"),
        Fault(graph, "sigma: 4", "sigma: 4, probability: 0.01", "22:62", "exclude each other; keep one"),
        Fault(graph, "sigma: 4", "probability: 0.5", "22:68", "a probability from", schemaAccepts: true),
        Fault(graph, "baseline: 300 s", "baseline: 2 s", "22:48", "the longer one", schemaAccepts: true),
        Fault(
            graph, "anomaly: counts", "anomaly: live", "22:19", "takes the counts of the sensor", schemaAccepts: true),
        // Places.
        Fault(graph, "[gpsd, message]", "[gps, message]", "23:21", "did you mean `gpsd`?"),
        Fault(graph, "[gpsd, message]", "[gpsd, gpsd]", "23:27", "more than once"),
        Fault(graph, "[gpsd, message]", "[]", "23:20", "is empty"),
        Fault(graph, "  place:", "  here: { locate: arm }\n  place:", "24:3", "a second node", schemaAccepts: true),
        // Outputs.
        Fault(small, "{ KIND }\nout: [c, x, n]", "{ rate: c }\nout: [x, n, n]", "5:13", "appears more than once"),
        Fault(small, "{ KIND }\nout: [c, x, n]", "{ rate: c }\nout: []", "5:6", "`out` is empty"),
        Fault(
            graph, "thresholds: [0, 1, 2, 3, 4]", "thresholds: [0, 1, 2, 4, 3]", "24:75", "five rising levels",
            schemaAccepts: true),
    ]
}
