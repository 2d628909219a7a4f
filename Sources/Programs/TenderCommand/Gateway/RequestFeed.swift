import FoundationEssentials

/// A request as listed in the simulated gateway's log.
struct ListedRequest: Codable, Hashable {
    struct Failure: Codable, Hashable {
        let type: String?
        let code: String?
        let declineCode: String?
        let param: String?

        private enum CodingKeys: String, CodingKey {
            case type, code, param
            case declineCode = "decline_code"
        }
    }

    let id: String
    let sequence: Int
    let created: Int64
    let method: String
    let path: String
    let account: String
    let status: Int?
    let error: Failure?
    let fault: String?
    let idempotency: String?
    let key: String?
    let platform: String?
    let endpoint: String?
    let version: String?

    private enum CodingKeys: String, CodingKey {
        case id, sequence, created, method, path, account, status, error, fault, idempotency, key, platform, endpoint
        case version = "api_version"
    }
}

/// The log of a simulated gateway: the newest requests, and then each new one, once, oldest first.
struct RequestFeed {
    private struct Page: Decodable {
        let data: [ListedRequest]
        let hasMore: Bool
        let newest: Int
        let oldest: Int
        let searchedTo: Int?

        private enum CodingKeys: String, CodingKey {
            case data, newest, oldest
            case hasMore = "has_more"
            case searchedTo = "searched_to"
        }
    }

    private static let path = "/v1/_tender/requests"
    private static let pageSize = 100
    private static let maximumPages = 1000

    private let calls: GatewayCalls
    private let filters: [(String, String)]
    /// The position up to which the log is known.
    private var place = 0
    /// The number of requests that scrolled out of the log between two queries, and so are lost; of all accounts.
    private(set) var missed = 0

    /// - Parameter filters: The parameters of the list, such as `status`.
    init(_ calls: GatewayCalls, filters: [(String, String)]) {
        self.calls = calls
        self.filters = filters
    }

    /// Returns the newest requests, up to a count.
    mutating func newest(_ count: Int) async throws -> [ListedRequest] {
        var found: [ListedRequest] = []
        var cursor: [(String, String)] = []
        repeat {
            let size = max(1, min(Self.pageSize, count - found.count))
            let page = try await page([("limit", "\(size)")] + cursor)
            if cursor.isEmpty { place = page.newest }
            found += page.data
            guard page.hasMore, let last = page.data.last else { break }
            cursor = [("starting_after", last.id)]
        } while found.count < count
        return found.prefix(count).reversed()
    }

    /// Returns the requests since the last query.
    mutating func next() async throws -> [ListedRequest] {
        var found: [ListedRequest] = []
        missed = 0
        for _ in 0..<Self.maximumPages {
            var page = try await page([("limit", "\(Self.pageSize)"), ("after", "\(place)")])
            if page.newest < place {
                // The gateway was restarted, and its log has begun anew.
                place = 0
                page = try await self.page([("limit", "\(Self.pageSize)"), ("after", "0")])
            }
            missed += max(0, page.oldest - place - 1)
            found += page.data
            place = page.searchedTo ?? page.newest
            guard page.hasMore, !page.data.isEmpty else { return found }
        }
        throw GatewayRefusal("the gateway's log does not end")
    }

    /// Returns one request of the log.
    static func request(_ id: String, _ calls: GatewayCalls) async throws -> ListedRequest {
        let bytes = try await calls.get(path + "/" + calls.segment(id))
        do {
            return try JSONDecoder().decode(ListedRequest.self, from: Data(bytes))
        } catch {
            throw GatewayRefusal("the gateway's log cannot be read")
        }
    }

    private func page(_ query: [(String, String)]) async throws -> Page {
        let response = try await calls.get(Self.path, filters + query)
        do {
            return try JSONDecoder().decode(Page.self, from: Data(response))
        } catch {
            throw GatewayRefusal("the gateway's log cannot be read")
        }
    }
}
