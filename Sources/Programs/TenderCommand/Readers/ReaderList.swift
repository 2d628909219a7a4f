import Tender

/// The readers of all the places that a command searches.
enum ReaderList {
    /// Returns the readers that are there now.
    static func now(_ source: any ReaderSource, _ addresses: [ReaderAddress]) async throws -> [Reader] {
        for try await readers in changes(source, addresses) { return readers }
        return []
    }

    /// Returns the readers as soon as every place has reported, and again whenever they change.
    static func changes(
        _ source: any ReaderSource, _ addresses: [ReaderAddress]
    ) -> AsyncThrowingStream<[Reader], any Error> {
        let places = configurations(addresses)
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: [Reader].self)
        let lists = Guarded([[Reader]?](repeating: nil, count: places.count))
        let task = Task {
            do {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for (index, place) in places.enumerated() {
                        group.addTask {
                            for try await readers in source.discover(place) {
                                let all = lists.withLock { lists in
                                    lists[index] = readers
                                    return lists.contains { $0 == nil } ? nil : lists.flatMap { $0 ?? [] }
                                }
                                if let all { continuation.yield(all) }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    private static func configurations(_ addresses: [ReaderAddress]) -> [DiscoveryConfiguration] {
        let named = Dictionary(grouping: addresses, by: \.method)
        var places: [DiscoveryConfiguration] = [.usb, .serial]
        for method in [DiscoveryMethod.serial, .tcp] {
            if let some = named[method] { places.append(DiscoveryConfiguration(method, addresses: some)) }
        }
        return places
    }
}
