/// Replaces ids in a finished answer by the objects.
extension SimulatedPayments {
    func expand(_ value: JSONValue, _ expansion: Expansion, account: String) -> JSONValue {
        expansion.paths.reduce(value) { expand($0, $1[...], in: "", prefix: "", account) }
    }

    /// - Parameters:
    ///   - object: the kind of the nearest object around the value.
    ///   - prefix: the way from that object to the value.
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
            if kind == "list", part == "data" {
                members["data"] = members["data"].map { expand($0, rest, in: "", prefix: "", account) }
            } else {
                members[part] = resolved(part, start + part, of: kind, members, account)
                    .map { expand($0, rest, in: kind, prefix: start + part + ".", account) }
            }
            return .object(members)
        default: return value
        }
    }

    /// The member with its id replaced by the object; a member that is shown on demand is made.
    private func resolved(
        _ name: String, _ path: String, of kind: String, _ members: [String: JSONValue], _ account: String
    ) -> JSONValue? {
        guard let target = Expansion.target(of: path, in: kind) else { return members[name] }
        switch members[name] {
        case .string(let id)?: return object(id, account, as: target) ?? .string(id)
        case nil: return members["id"]?.text.flatMap { included(name, of: kind, id: $0, account) }
        case let value?: return value
        }
    }

    /// The object with that id, whatever it is.
    ///
    /// - Parameter target: what the reference says that it is; a saved card has two forms.
    func object(_ id: String, _ account: String, as target: String = Expansion.anything) -> JSONValue? {
        if let row = intents.find(id, account: account) { return json(row) }
        if let row = charges.find(id, account: account) { return json(row) }
        if let row = paymentMethods.find(id, account: account) {
            return row.isSource && target != "payment_method" ? legacyCard(row) : json(row)
        }
        if let row = refunds.find(id, account: account) { return json(row) }
        if let row = balanceTransactions.find(id, account: account) { return json(row) }
        return documents.find(id, account: account)?.json
    }

    /// A part of an object that is shown on demand only.
    func included(_ name: String, of kind: String, id: String, _ account: String) -> JSONValue? {
        switch (kind, name) {
        case ("charge", "refunds"): refundList(ofCharge: id, account)
        case ("customer", "sources"): document(id, "customer", account).map { sourceList(of: $0) }
        default: nil
        }
    }

    private func refundList(ofCharge id: String, _ account: String) -> JSONValue {
        let rows = refunds.ids(of: account).reversed().compactMap { refunds[$0] }.filter { $0.charge == id }
        return Self.list(rows.prefix(10).map { json($0) }, hasMore: rows.count > 10, url: "/v1/charges/\(id)/refunds")
    }
}
