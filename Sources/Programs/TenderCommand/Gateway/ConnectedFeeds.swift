import FoundationEssentials

/// The new events of connected accounts.
///
/// No list of a platform has these events: each account is asked, a few in each round, within a service's rate limit.
struct ConnectedFeeds {
    private struct Page: Decodable {
        struct Account: Decodable {
            let id: String
        }

        let data: [Account]
        let hasMore: Bool

        private enum CodingKeys: String, CodingKey {
            case data
            case hasMore = "has_more"
        }
    }

    private static let accountsInARound = 10
    /// 10,000 accounts are more than anybody watches one by one.
    private static let maximumPages = 100

    private let calls: GatewayCalls
    private let filters: [String]
    private var feeds: [String: EventFeed] = [:]
    /// The accounts, in the order they are asked.
    private var turns: [String] = []
    /// The accounts that no longer answer this key.
    private var gone: Set<String> = []
    /// The reason that there are no connected accounts; `nil` when there may be some.
    private(set) var refusal: GatewayRefusal?

    /// - Parameters:
    ///   - filters: The names of events, or groups of them; empty for all.
    ///   - fromOldest: Whether the existing events count as new, too.
    init(_ calls: GatewayCalls, filters: [String], fromOldest: Bool) async throws {
        self.calls = calls
        self.filters = filters
        try await discover(fromOldest: fromOldest)
    }

    /// Requests the new events; those of newly connected accounts from their beginning.
    mutating func next() async throws -> [ListedEvent] {
        guard refusal == nil else { return [] }
        try await discover(fromOldest: true)
        var events: [ListedEvent] = []
        for account in turns.prefix(Self.accountsInARound) {
            guard var feed = feeds[account] else { continue }
            do {
                events += try await feed.next()
                feeds[account] = feed
                turns.append(turns.removeFirst())
            } catch let refusal as GatewayRefusal where refusal.isFinal {
                drop(account)
            } catch  where !events.isEmpty {
                // Events that were already received are reported; the failure will come again.
                break
            }
        }
        return events
    }

    private mutating func drop(_ account: String) {
        feeds[account] = nil
        turns.removeAll { $0 == account }
        gone.insert(account)
    }

    /// Looks for new accounts: the list begins with the newest.
    private mutating func discover(fromOldest: Bool) async throws {
        var cursor: [(String, String)] = []
        do {
            for _ in 0..<Self.maximumPages {
                let page = try await page([("limit", "100")] + cursor)
                let new = page.data.map(\.id).filter { feeds[$0] == nil && !gone.contains($0) }
                for account in new { try await follow(account, fromOldest: fromOldest) }
                guard page.hasMore, new.count == page.data.count, let last = page.data.last else { return }
                cursor = [("starting_after", last.id)]
            }
        } catch let refusal as GatewayRefusal where refusal.isFinal {
            self.refusal = refusal
        }
    }

    private mutating func follow(_ account: String, fromOldest: Bool) async throws {
        do {
            feeds[account] = try await EventFeed(
                calls.acting(for: account), filters: filters, fromOldest: fromOldest)
            turns.append(account)
        } catch let refusal as GatewayRefusal where refusal.isFinal {
            gone.insert(account)
        }
    }

    private func page(_ query: [(String, String)]) async throws -> Page {
        let bytes = try await calls.get("/v1/accounts", query)
        do {
            return try JSONDecoder().decode(Page.self, from: Data(bytes))
        } catch {
            throw GatewayRefusal("the gateway's list of accounts cannot be read")
        }
    }
}
