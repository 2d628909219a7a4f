import TenderFlow
import TenderModel

/// One search for readers, whose results go to the application's stream.
struct ReaderSearch: Sendable {
    let configuration: DiscoveryConfiguration
    let source: any ReaderSource
    let clock: any Clock<Duration>
    let continuation: AsyncThrowingStream<[Reader], any Error>.Continuation

    /// Searches until the source finishes, the time is up, or the task is canceled.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.look() }
            if let timeout = configuration.timeout { group.addTask { await self.end(after: timeout) } }
            await group.next()
            group.cancelAll()
        }
    }

    private func look() async {
        do {
            for try await readers in source.discover(configuration) { continuation.yield(readers) }
            continuation.finish()
        } catch {
            continuation.finish(throwing: TenderError(discovery: error))
        }
    }

    private func end(after timeout: Duration) async {
        guard (try? await clock.sleep(for: timeout)) != nil else { return }
        continuation.finish(
            throwing: TenderError(
                .discoveryTimedOut, phase: .discover, message: "the search ended after \(timeout)",
                advice: .sameCall
            )
        )
    }
}
