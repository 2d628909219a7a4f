import TenderBytes

/// A ticker for passing time: each second while a card is charged, otherwise whenever the clock shows another minute.
public final class TillTicker: Sendable {
    private struct Armed {
        let isCharging: Bool
        let task: Task<Void, Never>
    }

    private let armed = Guarded<Armed?>(nil)
    private let tick: @Sendable () -> Void

    /// Creates a ticker that is not armed.
    public init(_ tick: @escaping @Sendable () -> Void) { self.tick = tick }

    deinit { armed.withLock { $0?.task.cancel() } }

    /// Schedules the next tick; call it after every event.
    public func arrange(isCharging: Bool) {
        armed.withLock { armed in
            guard armed?.isCharging != isCharging else { return }
            armed?.task.cancel()
            let wait = isCharging ? 1000 : 60_000 - WallTime.now % 60_000
            armed = Armed(
                isCharging: isCharging,
                task: Task { [weak self] in
                    guard (try? await Task.sleep(for: .milliseconds(wait))) != nil else { return }
                    self?.fire()
                })
        }
    }

    private func fire() {
        armed.withLock { $0 = nil }
        tick()
    }
}
