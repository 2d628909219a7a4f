extension Operation {
    /// Our own endpoints: the requests of an account, and of the platform that acted for it.
    static let requestLog: [Operation] = [
        .ofGateway(
            "tender.requests.list", .get, "/v1/_tender/requests", .list(SimulatedPayments.requestObject),
            .list.with(["account": .text, "after": .integer, "method": .text, "path": .text, "status": .text])
        ) { (it, call) throws(APIFailure) in try it.listRequests(call) },
        .ofGateway(
            "tender.requests.retrieve", .get, "/v1/_tender/requests/:id", .one(SimulatedPayments.requestObject)
        ) { (it, call) throws(APIFailure) in
            guard let found = it.visibleRequests(call).first(where: { $0.id == call.id }) else {
                throw .unknown("request", call.id, param: "id")
            }
            return .json(it.json(found))
        },
    ]

    /// Whether it reads the log: such requests are not logged, or looking would fill it.
    var readsRequestLog: Bool { path.hasPrefix("/v1/_tender/requests") }
}

/// The filter for requests of the log.
private struct RequestFilter {
    private let account: String?
    private let method: String?
    private let path: String?
    private let statuses: ClosedRange<Int>?

    init(_ parameters: Parameters) throws(APIFailure) {
        account = parameters.text("account")
        method = parameters.text("method")?.uppercased()
        path = parameters.text("path")
        statuses = try parameters.text("status").map { (text) throws(APIFailure) in
            guard let statuses = Self.statuses(text) else {
                throw .invalid("Invalid status: a number such as 402, or a class such as 4xx.", param: "status")
            }
            return statuses
        }
    }

    /// Parses `402` or `4xx`.
    private static func statuses(_ text: String) -> ClosedRange<Int>? {
        if text.lowercased().hasSuffix("xx"), text.count == 3, let hundreds = Int(text.prefix(1)) {
            return 100 * hundreds...100 * hundreds + 99
        }
        return Int(text).map { $0...$0 }
    }

    func takes(_ request: LoggedRequest) -> Bool {
        (account == nil || request.account == account) && (method == nil || request.method == method)
            && path.map { request.path.contains($0) } != false
            && statuses.map { $0.contains(request.status ?? 0) } != false
    }
}

extension SimulatedPayments {
    static let requestObject = "tender.request"
    /// The number of requests that the log keeps.
    package static let loggedRequests = RequestLog.maximumCount

    /// Logs what may be known of a request and its answer.
    mutating func log(
        _ request: APIRequest, id: String, _ route: Route?, _ credential: Credential, _ response: APIResponse?,
        now: Int64
    ) {
        guard context.recordsEvents, route?.operation.readsRequestLog != true else { return }
        var entry = LoggedRequest(request, id: id, route, credential, now: now)
        if let response { entry.take(response, route) }
        requestLog.add(entry)
    }

    /// Returns the account's own requests, and those that it made for connected accounts; oldest first.
    fileprivate func visibleRequests(_ call: Call, after sequence: Int = 0) -> some Sequence<LoggedRequest> {
        requestLog.requests(after: sequence).lazy.filter { $0.account == call.account || $0.platform == call.account }
    }

    /// Lists requests, newest first as every list; with `after`, oldest first from after that position.
    fileprivate func listRequests(_ call: Call) throws(APIFailure) -> APIObject {
        let query = try ListQuery(call.parameters)
        let filter = try RequestFilter(call.parameters)
        let url = call.route.operation.path
        if let after = call.parameters.integer("after") {
            let found = visibleRequests(call, after: Int(clamping: max(0, after)))
                .filter { query.matches($0.created) && filter.takes($0) }.prefix(query.limit + 1)
            let rows = Array(found.prefix(query.limit))
            let hasMore = found.count > query.limit
            return shown(rows, hasMore, url, searchedTo: hasMore ? rows.last?.sequence : requestLog.newest)
        }
        let all = Array(visibleRequests(call).filter { query.matches($0.created) && filter.takes($0) })
        var found = try Self.part(of: all, query)
        let hasMore = found.count > query.limit
        if hasMore { found.removeLast() }
        let rows = query.endingBefore == nil ? found : found.reversed()
        return shown(rows, hasMore, url, searchedTo: requestLog.newest)
    }

    /// Returns one row more than requested, from the cursor on.
    private static func part(of all: [LoggedRequest], _ query: ListQuery) throws(APIFailure) -> [LoggedRequest] {
        func place(of cursor: String?, _ param: String) throws(APIFailure) -> Int? {
            guard let cursor else { return nil }
            guard let place = all.lastIndex(where: { $0.id == cursor }) else {
                throw .unknown("request", cursor, param: param, isParameter: true)
            }
            return place
        }
        if let start = try place(of: query.endingBefore, "ending_before") {
            return Array(all[(start + 1)...].prefix(query.limit + 1))
        }
        let end = try place(of: query.startingAfter, "starting_after") ?? all.count
        return all[..<end].suffix(query.limit + 1).reversed()
    }

    private func shown(_ rows: [LoggedRequest], _ hasMore: Bool, _ url: String, searchedTo: Int?) -> APIObject {
        var members = ResourceContext.list(rows.map { json($0) }, hasMore: hasMore, url: url).members ?? [:]
        members["newest"] = .integer(Int64(requestLog.newest))
        members["oldest"] = .integer(Int64(requestLog.oldest))
        members["searched_to"] = .optional(searchedTo.map { Int64($0) })
        return .json(.object(members))
    }

    fileprivate func json(_ request: LoggedRequest) -> JSONValue {
        let error: JSONValue? = request.failure.map { failure in
            [
                "type": .optional(failure.type), "code": .optional(failure.code),
                "decline_code": .optional(failure.declineCode), "param": .optional(failure.param),
            ]
        }
        return [
            "id": .string(request.id), "object": .string(Self.requestObject), "account": .string(request.account),
            "api_version": .optional(request.version), "created": .integer(request.created),
            "endpoint": .optional(request.endpoint), "error": error ?? .null, "fault": .optional(request.fault),
            "idempotency": .optional(request.idempotency?.rawValue), "key": .string(request.key), "livemode": false,
            "method": .string(request.method), "path": .string(request.path),
            "platform": .optional(request.platform), "sequence": .integer(Int64(request.sequence)),
            "status": .optional(request.status.map { Int64($0) }),
        ]
    }
}
