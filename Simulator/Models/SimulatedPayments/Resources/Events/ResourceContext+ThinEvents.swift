extension ResourceContext {
    /// Records an event for a platform, and sends it to its destinations.
    mutating func emit2(
        _ type: String, of related: JSONValue, data: JSONValue? = nil, in platform: String, by call: Call
    ) {
        guard recordsEvents else { return }
        var fields: [String: JSONValue] = [
            "context": nil, "created": .string(Timestamp(call.now).text), "livemode": false,
            "reason": [
                "type": "request",
                "request": ["id": .string(call.requestID), "idempotency_key": .optional(call.key)],
            ],
            "related_object": related, "type": .string(type),
        ]
        fields["data"] = data
        let event = Document(
            id: newID(.events), account: platform, created: call.now, object: ThinEvent.object, fields: fields)
        put(event)
        for id in webhooks.endpoints(of: platform) {
            guard let destination = documents[id], EventDestination.takes(type, destination) else { continue }
            put(DeliveryRow(event: event.id, endpoint: destination, due: call.now))
        }
    }

    mutating func emit2(_ type: String, ofAccount account: Document, data: JSONValue? = nil, by call: Call) {
        emit2("v2.core.account" + type, of: ThinEvent.related(account), data: data, in: account.account, by: call)
    }

    mutating func emit2(_ type: String, ofPerson person: Document, by call: Call) {
        guard let platform = platform(of: person.account) else { return }
        emit2(
            "v2.core.account_person." + type, of: ThinEvent.related(person: person),
            data: ["account_id": .string(person.account)], in: platform, by: call)
    }

    /// Reports which parts of an account changed, from what v1 shows of it.
    mutating func tellChange2(of account: Document, from before: JSONValue, to after: JSONValue, by call: Call) {
        let (old, new) = (TwinPath.v2(before, by: TwinPath.account), TwinPath.v2(after, by: TwinPath.account))
        func isChanged(_ names: String...) -> Bool { names.contains { before[$0] != after[$0] } }
        let parts: [(type: String, isChanged: Bool)] = [
            (".updated", isChanged("controller", "email", "metadata") || old["display_name"] != new["display_name"]),
            ("[configuration.merchant].updated", old.at("configuration.merchant") != new.at("configuration.merchant")),
            ("[defaults].updated", isChanged("controller") || old["defaults"] != new["defaults"]),
            ("[identity].updated", isChanged("individual", "tos_acceptance") || old["identity"] != new["identity"]),
            (
                "[requirements].updated",
                isChanged("requirements") && [before, after].contains { $0["capabilities"] != [:] }
            ),
        ]
        for part in parts where part.isChanged { emit2(part.type, ofAccount: account, by: call) }
        for path in TwinPath.capabilities {
            let states = [before, after].map { $0["capabilities"]?[path.v1] }
            guard states[0] != states[1] else { continue }
            let names = path.v2.split(separator: ".", maxSplits: 1).map(String.init)
            if (states[0] == nil) != (states[1] == nil), names[0] == "recipient" {
                emit2("[configuration.recipient].updated", ofAccount: account, by: call)
            }
            emit2(
                "[configuration.\(names[0])].capability_status_updated", ofAccount: account,
                data: ["updated_capability": .string(names[1])], by: call)
        }
    }

    func retrieveEvent2(_ call: Call) throws(APIFailure) -> APIObject {
        guard let event = document(call.id, ThinEvent.object, call.account),
            event.created + Self.eventLifetime > call.now
        else { throw .unknown("event", call.id, param: "id") }
        return .json(event.json)
    }

    func listEvents2(_ call: Call) throws(APIFailure) -> APIObject {
        let (types, object) = (call.parameters.texts("types"), call.parameters.text("object_id"))
        let bounds = try Self.bounds(call.parameters["created"]?.members ?? [:])
        let query =
            (types ?? []).map { ("types[]", $0) } + (object.map { [("object_id", $0)] } ?? [])
            + bounds.map { ("created[\($0.name)]", $0.time.text) }
        let oldest = call.now - Self.eventLifetime
        return try list2(Document.shelf(ThinEvent.object, of: call.account), at: "/v2/core/events", query, call) {
            event in
            event.created > oldest && (types?.contains(event["type"]?.text ?? "") ?? true)
                && (object.map { event["related_object"]?["id"] == .string($0) } ?? true)
                && bounds.allSatisfy { Self.keeps(event.created, $0.name, $0.time.seconds) }
        } shown: {
            $0.json
        }
    }

    private static func bounds(
        _ given: [String: JSONValue]
    ) throws(APIFailure) -> [(name: String, time: Timestamp)] {
        var bounds: [(name: String, time: Timestamp)] = []
        for (name, value) in given.sorted(by: { $0.key < $1.key }) {
            guard let time = value.text.flatMap({ Timestamp($0) }) else {
                throw .invalid("Invalid timestamp", code: "invalid_timestamp", param: "created[\(name)]")
            }
            bounds.append((name, time))
        }
        return bounds
    }

    private static func keeps(_ time: Int64, _ name: String, _ bound: Int64) -> Bool {
        switch name {
        case "gt": time > bound
        case "gte": time >= bound
        case "lt": time < bound
        default: time <= bound
        }
    }

    /// Renders an event as it is sent: without the parts that must be requested.
    func notification(_ event: Document) -> JSONValue {
        .object((event.json.members ?? [:]).filter { $0.key != "data" })
    }
}
