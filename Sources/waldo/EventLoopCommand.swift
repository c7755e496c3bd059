import ArgumentParser

/// A command with an event loop, which takes its signals itself. Any other moves nothing, and a signal ends it at once,
/// whatever it waits for.
protocol EventLoopCommand: ParsableCommand {}
