import FoundationEssentials
import SimulatedPayments

struct ListedEvent: Decodable, Hashable {
    let id: String
    let type: String
    let created: Int64
    /// The connected account that it happened to; `nil` for one's own.
    var account: String?
}

/// The new events of the gateway, each once, oldest first.
///
/// Each request overlaps the known events by some seconds: a service that runs on many machines may list an event after
/// a newer one.
struct EventFeed {
    private struct Page: Decodable {
        let data: [ListedEvent]
        let hasMore: Bool

        private enum CodingKeys: String, CodingKey {
            case data
            case hasMore = "has_more"
        }
    }

    private static let overlapSeconds: Int64 = 30
    /// 100,000 events at once are more than a machine at a desk can follow.
    private static let maximumPages = 1000

    private let calls: GatewayCalls
    private let filters: [String]
    private var since: Int64 = 0
    private var seen: [String: Int64] = [:]

    /// - Parameters:
    ///   - filters: The names of events, or groups of them such as `charge.*`; empty for all.
    ///   - fromOldest: Whether the existing events count as new, too.
    init(_ calls: GatewayCalls, filters: [String], fromOldest: Bool) async throws {
        self.calls = calls
        self.filters = filters
        let newest = try await page([("limit", "1")]).data.first
        guard !fromOldest, let newest else { return }
        since = Self.before(newest.created)
        _ = try await next()
    }

    /// Requests the new events.
    mutating func next() async throws -> [ListedEvent] {
        var found: [ListedEvent] = []
        var cursor: [(String, String)] = []
        for count in 1... {
            let page = try await page([("limit", "100"), ("created[gte]", "\(since)")] + cursor)
            found += page.data
            guard page.hasMore, let last = page.data.last else { break }
            guard count < Self.maximumPages else { throw GatewayRefusal("the gateway's list of events does not end") }
            cursor = [("starting_after", last.id)]
        }
        let new = found.filter { seen[$0.id] == nil }.reversed()
        for event in new { seen[event.id] = event.created }
        since = max(since, found.map(\.created).max().map(Self.before) ?? since)
        seen = seen.filter { $0.value >= since }
        return new.filter { event in
            filters.isEmpty || filters.contains { EventTypes.filter($0, takes: event.type) }
        }
    }

    /// Returns the time to request from once an event of this time is known.
    private static func before(_ created: Int64) -> Int64 { max(created, overlapSeconds) - overlapSeconds }

    private func page(_ query: [(String, String)]) async throws -> Page {
        let bytes = try await calls.get("/v1/events", query)
        do {
            return try JSONDecoder().decode(Page.self, from: Data(bytes))
        } catch {
            throw GatewayRefusal("the gateway's list of events cannot be read")
        }
    }
}
