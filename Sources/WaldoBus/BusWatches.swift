import CDBus
import WaldoLoop
import WaldoTime

/// Runs libdbus's watches and timeouts on the loop. libdbus adds several watches for one descriptor.
@LoopActor
final class BusWatches {
    private struct Entry {
        var watch: FileWatch
        var wishes: [OpaquePointer]
    }

    /// Whether the connection can read more. What is not read yet stays in the socket.
    var mayRead: @LoopActor () -> Bool = { true }

    private var entries: [CInt: Entry] = [:]
    private var timers: [OpaquePointer: LoopTimer] = [:]

    /// Registers with a connection, before anything is sent.
    func attach(to connection: OpaquePointer) {
        let me = Unmanaged.passUnretained(self).toOpaque()
        dbus_connection_set_watch_functions(connection, addWatch, removeWatch, toggleWatch, me, nil)
        dbus_connection_set_timeout_functions(connection, addTimeout, removeTimeout, toggleTimeout, me, nil)
    }

    /// Unregisters; libdbus removes its watches and timeouts one by one.
    func detach(from connection: OpaquePointer) {
        dbus_connection_set_watch_functions(connection, nil, nil, nil, nil, nil)
        dbus_connection_set_timeout_functions(connection, nil, nil, nil, nil, nil)
    }

    /// Lets libdbus write once, as much as the socket accepts.
    func writeOnce() {
        for entry in entries.values {
            for wish in entry.wishes where dbus_watch_get_flags(wish) & DBUS_WATCH_WRITABLE.rawValue != 0 {
                if dbus_watch_get_enabled(wish) != 0 { dbus_watch_handle(wish, DBUS_WATCH_WRITABLE.rawValue) }
            }
        }
    }

    // MARK: descriptors

    fileprivate func add(watch wish: OpaquePointer) -> Bool {
        let descriptor = dbus_watch_get_unix_fd(wish)
        if entries[descriptor] == nil {
            let watch = try? FileWatch(descriptor, for: [], priority: .other) { [unowned self] in
                handle(descriptor, $0)
            }
            guard let watch else { return false }
            entries[descriptor] = Entry(watch: watch, wishes: [])
        }
        entries[descriptor]?.wishes.append(wish)
        update(descriptor)
        return true
    }

    fileprivate func remove(watch wish: OpaquePointer) {
        let descriptor = dbus_watch_get_unix_fd(wish)
        entries[descriptor]?.wishes.removeAll { $0 == wish }
        guard let entry = entries[descriptor] else { return }
        if entry.wishes.isEmpty {
            entry.watch.cancel()
            entries[descriptor] = nil
        } else {
            update(descriptor)
        }
    }

    fileprivate func toggle(watch wish: OpaquePointer) { update(dbus_watch_get_unix_fd(wish)) }

    private func update(_ descriptor: CInt) {
        guard let entry = entries[descriptor] else { return }
        var interest: Readiness = []
        for wish in entry.wishes where dbus_watch_get_enabled(wish) != 0 {
            let flags = dbus_watch_get_flags(wish)
            if flags & DBUS_WATCH_READABLE.rawValue != 0 { interest.insert(.readable) }
            if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { interest.insert(.writable) }
        }
        entry.watch.wait(for: interest)
    }

    private func handle(_ descriptor: CInt, _ ready: Readiness) {
        var flags: UInt32 = 0
        if ready.contains(.writable) { flags |= DBUS_WATCH_WRITABLE.rawValue }
        // A hang-up is handled only after the data before it was read.
        if mayRead() {
            if ready.contains(.readable) { flags |= DBUS_WATCH_READABLE.rawValue }
            if ready.contains(.hangup) { flags |= DBUS_WATCH_HANGUP.rawValue }
            if ready.contains(.error) { flags |= DBUS_WATCH_ERROR.rawValue }
        }
        // Handling one watch may remove another.
        for wish in entries[descriptor]?.wishes ?? [] {
            guard entries[descriptor]?.wishes.contains(wish) == true, dbus_watch_get_enabled(wish) != 0 else {
                continue
            }
            let wanted = dbus_watch_get_flags(wish) | DBUS_WATCH_HANGUP.rawValue | DBUS_WATCH_ERROR.rawValue
            if flags & wanted != 0 { dbus_watch_handle(wish, flags & wanted) }
        }
    }

    // MARK: time

    fileprivate func add(timeout wish: OpaquePointer) {
        let timer = LoopTimer()
        timer.handler = { [unowned timer] now in
            // A timeout repeats until libdbus removes it, which may happen in this call.
            timer.arm(at: now + .milliseconds(Int64(dbus_timeout_get_interval(wish))))
            dbus_timeout_handle(wish)
        }
        timers[wish] = timer
        toggle(timeout: wish)
    }

    fileprivate func remove(timeout wish: OpaquePointer) { timers.removeValue(forKey: wish)?.cancel() }

    fileprivate func toggle(timeout wish: OpaquePointer) {
        if dbus_timeout_get_enabled(wish) != 0 {
            timers[wish]?.arm(at: Monotonic.now() + .milliseconds(Int64(dbus_timeout_get_interval(wish))))
        } else {
            timers[wish]?.disarm()
        }
    }
}

// libdbus calls these only on the loop's thread, from within one of our own calls.

private typealias Pointer = UnsafeMutableRawPointer

private func with(_ me: Pointer?, _ wish: OpaquePointer?, _ body: @LoopActor (BusWatches, OpaquePointer) -> Bool)
    -> dbus_bool_t
{
    nonisolated(unsafe) let pointers = (me: me, wish: wish)
    return LoopActor.enter {
        guard let me = pointers.me, let wish = pointers.wish else { return 0 }
        return body(Unmanaged<BusWatches>.fromOpaque(me).takeUnretainedValue(), wish) ? 1 : 0
    }
}

private func with(_ me: Pointer?, _ wish: OpaquePointer?, _ body: @LoopActor (BusWatches, OpaquePointer) -> Void) {
    _ = with(me, wish) { watches, wish in
        body(watches, wish)
        return true
    }
}

private func addWatch(_ wish: OpaquePointer?, _ me: Pointer?) -> dbus_bool_t { with(me, wish) { $0.add(watch: $1) } }

private func removeWatch(_ wish: OpaquePointer?, _ me: Pointer?) { with(me, wish) { $0.remove(watch: $1) } }

private func toggleWatch(_ wish: OpaquePointer?, _ me: Pointer?) { with(me, wish) { $0.toggle(watch: $1) } }

private func addTimeout(_ wish: OpaquePointer?, _ me: Pointer?) -> dbus_bool_t {
    with(me, wish) { watches, wish in
        watches.add(timeout: wish)
        return true
    }
}

private func removeTimeout(_ wish: OpaquePointer?, _ me: Pointer?) { with(me, wish) { $0.remove(timeout: $1) } }

private func toggleTimeout(_ wish: OpaquePointer?, _ me: Pointer?) { with(me, wish) { $0.toggle(timeout: $1) } }
