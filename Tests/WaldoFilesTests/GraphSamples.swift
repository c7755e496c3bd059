extension Samples {
    /// A graph with a node of each kind.
    static let graph = """
        name: Test graph
        in: { counts: count, back: count, light: mV }
        nodes:
          live: { dead_time: counts, tau: 113 us, model: non-paralyzable, uncertainty: 10 %, source: sheet, date: 2011-03 }
          cpm: { window: live, over: 60 s, per: 1 min, valid: full }
          cps: { rate: back }
          net: { minus: [cpm, cps] }
          left: { minus: [net, 0.2 cps], uncertainty: 10 %, source: blank }
          dose: { scale: left, by: 1/334, from: cpm, unit: uSv/h, uncertainty: 15 %, standard: Cs-137 }
          bin: { rate: live, per: 1 min }
          now: { scale: bin, by: 1/334, unit: uSv/h }
          smooth: { mean: now, until: { error: 10 % }, over: [5 s, 60 s] }
          total: { integral: now, unit: uSv }
          sigma: { poisson: counts, of: dose, include: calibration }
          volts: { polynomial: light, coefficients: [0.5, -2, 3e-4], from: V, range: [0, 5000 mV], unit: cm }
          middle: { median: volts, bins: 5 }
          calm: { ema: middle, tau: 2 s }
          dry: { flag: calm, where: light, range: [100, 2 V] }
          ten: { mean: dry, bins: 10 }
          far: { thin: ten, every: 1.5 m }
          high: { alarm: smooth, above: 500 nSv/h, clear: 0.4, for: 5 s, silent: 1 min, halt: true, partial: true }
          odd: { anomaly: counts, over: 5 s, baseline: 300 s, sigma: 4 }
          place: { locate: [gpsd, message], stale: 12 h, across: 10 s, later: 1 s }
        out: { dose: dose, smooth: { of: smooth, quantity: Dose Rate, thresholds: [0, 1, 2, 3, 4] }, total: total, far: far }

        """
}
