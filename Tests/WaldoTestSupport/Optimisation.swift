/// Whether the program's modules are optimised: only then do generic values stay off the heap.
public let isOptimised: Bool = {
    #if DEBUG
        false
    #else
        true
    #endif
}()
