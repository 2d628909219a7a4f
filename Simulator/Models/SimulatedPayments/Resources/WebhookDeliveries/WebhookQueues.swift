/// The waiting deliveries: a queue for each endpoint, which sends one event at a time.
///
/// A slow endpoint holds up only itself, and an event that waits for its next attempt holds up nobody.
struct WebhookQueues: Sendable {
    private struct Line: Sendable {
        /// The due deliveries, in order; some may be gone by now.
        var ready: ArraySlice<String> = []
        var onItsWay: String?
        /// All deliveries for the endpoint.
        var rows: Set<String> = []
        /// The deliveries that were given up, in that order.
        var givenUp: [String] = []

        var isFree: Bool { onItsWay == nil && !ready.isEmpty }
    }

    /// The most given-up deliveries that are kept for an endpoint.
    static let maximumGivenUp = 100

    /// The results of recent attempts.
    var history = DeliveryHistory()
    private var rows: [String: DeliveryRow] = [:]
    private var lines: [String: Line] = [:]
    private var due = DueQueue<String>()
    /// The endpoints with a due delivery and none in progress, each once.
    private var free: ArraySlice<String> = []
    private var endpointsByAccount: [String: [String]] = [:]

    subscript(id: String) -> DeliveryRow? { rows[id] }

    /// Returns the account's endpoints, in the order of their creation.
    func endpoints(of account: String) -> [String] { endpointsByAccount[account] ?? [] }

    var hasEndpoints: Bool { endpointsByAccount.contains { !$0.value.isEmpty } }

    /// Notes an endpoint that was created, changed or deleted.
    mutating func note(_ endpoint: Document) {
        let index = endpointsByAccount[endpoint.account]?.firstIndex(of: endpoint.id)
        if let index, endpoint.isDeleted {
            endpointsByAccount[endpoint.account]?.remove(at: index)
            history.forget(endpoint.id)
        } else if index == nil, !endpoint.isDeleted {
            endpointsByAccount[endpoint.account, default: []].append(endpoint.id)
        }
    }

    /// Adds a row, or replaces it by one with another time.
    mutating func put(_ row: DeliveryRow) {
        rows[row.id] = row
        lines[row.endpoint, default: Line()].rows.insert(row.id)
        if row.failure == nil {
            due.add(row.id, at: row.due)
        } else {
            lines[row.endpoint]?.givenUp.append(row.id)
        }
    }

    /// Removes a row that was delivered or given up.
    mutating func remove(_ row: DeliveryRow) {
        rows[row.id] = nil
        lines[row.endpoint]?.rows.remove(row.id)
        if row.failure != nil { lines[row.endpoint]?.givenUp.removeAll { $0 == row.id } }
        if lines[row.endpoint]?.rows.isEmpty == true { lines[row.endpoint] = nil }
    }

    /// Returns everything that waits for an endpoint.
    func rows(for endpoint: String) -> [DeliveryRow] {
        (lines[endpoint]?.rows ?? []).sorted().compactMap { rows[$0] }
    }

    /// Returns what was given up for an endpoint, oldest first.
    func givenUp(for endpoint: String) -> [DeliveryRow] {
        (lines[endpoint]?.givenUp ?? []).compactMap { rows[$0] }
    }

    /// Returns whether `take(now:)` may return something.
    func hasWork(now: Int64) -> Bool { !free.isEmpty || (due.nextTime.map { $0 <= now } ?? false) }

    /// The time at which something is due next; it may turn out to be gone then.
    var nextTime: Int64? { free.isEmpty ? due.nextTime : .min }

    /// Removes and returns the next due delivery of an endpoint without one in progress.
    mutating func take(now: Int64) -> DeliveryRow? {
        while let id = due.next(now: now) { makeReady(id) }
        while let endpoint = free.popFirst() {
            guard lines[endpoint]?.onItsWay == nil else { continue }
            while let id = lines[endpoint]?.ready.popFirst() {
                guard let row = rows[id] else { continue }
                lines[endpoint]?.onItsWay = id
                return row
            }
        }
        return nil
    }

    private mutating func makeReady(_ id: String) {
        guard let row = rows[id], let line = lines[row.endpoint] else { return }
        lines[row.endpoint]?.ready.append(id)
        if !line.isFree, line.onItsWay == nil { free.append(row.endpoint) }
    }

    /// Notes that an attempt has ended.
    mutating func arrived(_ row: DeliveryRow) {
        guard lines[row.endpoint]?.onItsWay == row.id else { return }
        lines[row.endpoint]?.onItsWay = nil
        if lines[row.endpoint]?.isFree == true { free.append(row.endpoint) }
    }
}
