/// Cards in the form from before payment methods: `card_…`, stored as payment methods and shown as cards.
extension ResourceContext {
    /// Returns the card that `source` names or describes, to whose saving its issuer has agreed; `nil` without the
    /// parameter.
    mutating func sourceToSave(_ call: Call) throws(APIFailure) -> PaymentMethodRow? {
        guard let entry = try sourceEntry(call) else { return nil }
        var method = makeMethod(entry, prefix: "card", call)
        do throws(APIFailure) {
            try Self.checkSaving(method)
        } catch {
            if error.kind == .card { useUp(tokenOf: &method) }
            throw error
        }
        return method
    }

    /// Returns the card that `source` names or describes; `nil` without the parameter.
    func sourceEntry(_ call: Call) throws(APIFailure) -> CardEntry? {
        guard let source = call.parameters["source"] else { return nil }
        switch source {
        case .string(let token): return try self.entry(ofToken: token, param: "source", call)
        case .object(let members):
            var card = members
            for name in ["exp_month", "exp_year"] {
                card[name] = members[name]?.text.flatMap { Int64($0) }.map(JSONValue.integer)
            }
            var typed = try CardEntry(typed: .object(card), param: "source", now: call.now)
            typed.particulars.billing = Self.billing(ofLegacy: source)
            return typed
        default: throw ParameterSpec.empty("source")
        }
    }

    mutating func save(source: PaymentMethodRow, for customer: String, _ call: Call) {
        let saved = save(source, for: customer, by: call, now: call.now)
        emit("customer.source.created", .json(legacyCard(saved)), of: saved.account, by: call, now: call.now)
    }

    mutating func createSource(_ call: Call) throws(APIFailure) -> APIObject {
        let customer = try findCustomer(call)
        guard var source = try sourceToSave(call) else { throw .missing("source") }
        if call.parameters.contains("metadata") { source.particulars.metadata = try call.parameters.metadata() }
        save(source: source, for: customer.id, call)
        if customer["default_source"]?.text == nil, var changed = documents[customer.id] {
            changed["default_source"] = .string(source.id)
            put(changed)
            emit("customer.updated", changed, was: customer, by: call)
        }
        return .json(legacyCard(paymentMethods[source.id] ?? source))
    }

    func listSources(_ call: Call) throws(APIFailure) -> APIObject {
        let customer = try findCustomer(call)
        let object = call.parameters.text("object")
        let page = try page(paymentMethods, ids: customer.savedMethods, ListQuery(call.parameters), object: "source") {
            $0.isSource && (object == nil || object == "card")
        }
        return .json(Self.list(page.rows.map { legacyCard($0) }, hasMore: page.hasMore, url: Self.sourcesURL(customer)))
    }

    /// Returns the sources of a customer as the customer shows them.
    func sourceList(of customer: Document) -> JSONValue {
        let sources = customer.savedMethods.compactMap { paymentMethods[$0] }.filter(\.isSource)
        let shown = sources.reversed().prefix(10).map { legacyCard($0) }
        let list = Self.list(shown, hasMore: sources.count > shown.count, url: Self.sourcesURL(customer))
        return .object((list.members ?? [:]).merging(["total_count": .integer(Int64(sources.count))]) { $1 })
    }

    private static func sourcesURL(_ customer: Document) -> String { "/v1/customers/\(customer.id)/sources" }

    func retrieveSource(_ call: Call) throws(APIFailure) -> APIObject {
        .json(legacyCard(try findSource(call)))
    }

    mutating func updateSource(_ call: Call) throws(APIFailure) -> APIObject {
        let source = try findSource(call)
        let parameters = call.parameters
        var changed = source
        let month = parameters.integer("exp_month") ?? Int64(changed.particulars.expMonth)
        let year = parameters.integer("exp_year") ?? Int64(changed.particulars.expYear)
        (changed.particulars.expMonth, changed.particulars.expYear) = try CardEntry.expiry(month, year, now: call.now)
        changed.particulars.billing = Self.merged(
            Self.billing(ofLegacy: .object(parameters.fields)), into: changed.particulars.billing)
        changed.particulars.metadata = try parameters.metadata(merging: changed.particulars.metadata)
        put(changed)
        let previous = Self.changes(from: legacyCard(source), to: legacyCard(changed))
        if previous != [:] {
            emit(
                "customer.source.updated", .json(legacyCard(changed)), of: call.account, previous: previous, by: call,
                now: call.now)
        }
        return .json(legacyCard(changed))
    }

    mutating func deleteSource(_ call: Call) throws(APIFailure) -> APIObject {
        let source = try findSource(call)
        _ = detach(source, by: call)
        return .json(["id": .string(source.id), "object": "card", "deleted": true])
    }

    private func findSource(_ call: Call) throws(APIFailure) -> PaymentMethodRow {
        try findSource(call.route.ids.last ?? "", of: try findCustomer(call), param: "id", isParameter: false)
    }

    func findSource(
        _ id: String, of customer: Document, param: String, isParameter: Bool
    ) throws(APIFailure) -> PaymentMethodRow {
        guard let source = paymentMethods[id], source.isSource, source.customer == customer.id else {
            throw .unknown("source", id, param: param, isParameter: isParameter)
        }
        return source
    }
}
