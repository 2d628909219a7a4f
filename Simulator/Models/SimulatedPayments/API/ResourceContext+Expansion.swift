/// The expansion of ids in a finished answer.
extension ResourceContext {
    func expand(_ value: JSONValue, _ expansion: Expansion, account: String) -> JSONValue {
        expansion.paths.reduce(value) { expand($0, $1[...], in: "", prefix: "", account) }
    }

    /// - Parameters:
    ///   - object: The kind of the nearest object around the value.
    ///   - prefix: The path from that object to the value.
    private func expand(
        _ value: JSONValue, _ parts: ArraySlice<String>, in object: String, prefix: String, _ account: String
    ) -> JSONValue {
        guard let part = parts.first else { return value }
        switch value {
        case .array(let elements):
            return .array(elements.map { expand($0, parts, in: object, prefix: prefix, account) })
        case .object(var members):
            let own = members["object"]?.text
            let (kind, start) = own.map { ($0, "") } ?? (object, prefix)
            let rest = parts.dropFirst()
            if kind == "list" || kind == "search_result", part == "data" {
                members["data"] = members["data"].map { expand($0, rest, in: "", prefix: "", account) }
            } else {
                members[part] = resolved(part, start + part, of: kind, members, account)
                    .map { expand($0, rest, in: kind, prefix: start + part + ".", account) }
            }
            return .object(members)
        default: return value
        }
    }

    /// Returns the member with its id replaced by the object; creates a member that is shown on demand.
    private func resolved(
        _ name: String, _ path: String, of kind: String, _ members: [String: JSONValue], _ account: String
    ) -> JSONValue? {
        guard let target = Expansion.target(of: path, in: kind) else { return members[name] }
        switch members[name] {
        case .string(let id)?: return object(id, account, as: target) ?? .string(id)
        case nil:
            if let nothing = Resource.named(kind)?.nothing[path] { return nothing }
            return members["id"]?.text.flatMap { included(name, of: kind, id: $0, account) }
        case let value?: return value
        }
    }

    /// Returns the object with that id, whatever it is.
    ///
    /// - Parameter target: The kind according to the reference; a saved card has two forms.
    func object(_ id: String, _ account: String, as target: String = Resource.anything) -> JSONValue? {
        if let row = intents.find(id, account: account) { return json(row) }
        if let row = charges[id], isSeen(row.account, by: account) { return json(row) }
        if let row = paymentMethods.find(id, account: account) {
            return row.isSource && target != "payment_method" ? legacyCard(row) : json(row)
        }
        if let row = refunds[id], isSeen(row.account, by: account) { return json(row) }
        if let row = balanceTransactions[id], isSeen(row.account, by: account) { return json(row) }
        return findRow(id, account: account).map { json($0) }
    }

    /// Returns whether an account's objects are shown to another where one of its own refers to them: to itself and its
    /// platform.
    private func isSeen(_ owner: String, by account: String) -> Bool {
        owner == account || platform(of: owner) == account
    }

    /// Renders the object for the version that the request names.
    func json(_ object: APIObject, for call: Call) -> JSONValue {
        call.showsLists ? withLists(json(object), account: call.account) : json(object)
    }

    /// Shows the charges of intents and the refunds of charges unasked, as versions before 2022-11-15 do.
    func withLists(_ value: JSONValue, account: String) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.map { withLists($0, account: account) })
        case .object(var members):
            // Events are shown as they were.
            guard members["object"] != "event" else { return value }
            let lists = ["payment_intent": "charges", "charge": "refunds"]
            if let kind = members["object"]?.text, let name = lists[kind], let id = members["id"]?.text {
                members[name] = included(name, of: kind, id: id, account)
            }
            return .object(members.mapValues { withLists($0, account: account) })
        default: return value
        }
    }

    /// Returns a part of an object that is shown only on demand.
    func included(_ name: String, of kind: String, id: String, _ account: String) -> JSONValue? {
        Resource.named(kind)?.onDemand[name]?(self, id, account)
    }

    func chargeList(ofIntent id: String, _ account: String) -> JSONValue {
        let rows = chargeIDs(of: id).reversed().compactMap { charges.find($0, account: account) }
        let url = "/v1/charges?payment_intent=\(id)"
        return Self.list(rows.prefix(10).map { json($0) }, hasMore: rows.count > 10, url: url)
    }

    func refundList(ofCharge id: String, _ account: String) -> JSONValue {
        let rows = refunds.ids(naming: id).reversed().compactMap { refunds.find($0, account: account) }
            .filter { $0.charge == id }
        return Self.list(rows.prefix(10).map { json($0) }, hasMore: rows.count > 10, url: "/v1/charges/\(id)/refunds")
    }
}
