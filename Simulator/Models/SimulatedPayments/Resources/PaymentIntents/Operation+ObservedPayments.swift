extension Operation {
    /// Our own endpoint for observers of an account: the API has no filter for states.
    static let observedPayments: [Operation] = [
        Operation(
            "tender.payments.list", .get, "/v1/_tender/payment_intents", .list("payment_intent"),
            .list.with(["status": .text.required])
        ) { (it, call) throws(APIFailure) in try it.listPayments(call) }
    ]
}

extension ResourceContext {
    /// Returns a page of the payments in a state; `searched_to` is the last one examined if there may be more behind
    /// it.
    fileprivate func listPayments(_ call: Call) throws(APIFailure) -> APIObject {
        let query = try ListQuery(call.parameters)
        let status = call.parameters.text("status")
        let all = intents.ids(of: call.account)
        let window = try searched(all, query)
        let page = try page(intents, of: call.account, among: Array(window), query, object: "payment_intent") {
            query.matches($0.created) && $0.status.rawValue == status
        }
        var members = Self.list(page.rows.map { json($0) }, hasMore: page.hasMore, url: call.route.operation.path)
            .members
        let isForward = query.endingBefore != nil
        let isWhole = isForward ? window.endIndex == all.endIndex : window.startIndex == all.startIndex
        let end = isForward ? window.last : window.first
        members?["searched_to"] = page.hasMore || isWhole ? .null : .optional(end)
        return .json(.object(members ?? [:]))
    }

    /// Returns the part of the list that a request examines.
    private func searched(_ all: [String], _ query: ListQuery) throws(APIFailure) -> ArraySlice<String> {
        guard let cursor = query.endingBefore ?? query.startingAfter else { return all.suffix(Self.searchWidth) }
        guard let place = intents.position(of: cursor, in: all), place < all.count, all[place] == cursor else {
            let param = query.endingBefore == nil ? "starting_after" : "ending_before"
            throw .unknown("payment_intent", cursor, param: param, isParameter: true)
        }
        if query.endingBefore != nil { return all[place...].prefix(Self.searchWidth) }
        return all[...place].suffix(Self.searchWidth)
    }
}
