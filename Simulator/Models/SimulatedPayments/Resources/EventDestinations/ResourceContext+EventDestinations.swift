extension ResourceContext {
    mutating func createEventDestination(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        guard let url = parameters.text("webhook_endpoint", "url") else { throw .missing("webhook_endpoint") }
        try Self.checkDestination(url)
        let metadata = try parameters.metadata().mapValues(JSONValue.string)
        guard webhooks.endpoints(of: call.account).count < WebhookEndpoint.maximumCount else {
            throw .refused(
                "You have reached the maximum of \(WebhookEndpoint.maximumCount) event destinations.", code: nil)
        }
        let fields: [String: JSONValue] = [
            "description": .string(parameters.text("description") ?? ""),
            "enabled_events": .array(parameters.list("enabled_events") ?? []), "event_payload": "thin",
            "events_from": parameters["events_from"] ?? ["@self"], "livemode": false, "metadata": .object(metadata),
            "name": .optional(parameters.text("name")), "snapshot_api_version": nil, "status": "enabled",
            "status_details": nil, "type": "webhook_endpoint",
        ]
        let hidden: [String: JSONValue] = ["secret": .string(ids.make("whsec")), "url": .string(url)]
        let document = makeDocument(.eventDestinations, fields, hidden: hidden, call)
        return .json(json2(destination: document, including: call.included))
    }

    private static func checkDestination(_ url: String) throws(APIFailure) {
        guard WebhookTarget(url) != nil else {
            throw .invalid("Not a valid URL", code: "url_invalid", param: "webhook_endpoint[url]")
        }
    }

    mutating func updateEventDestination(_ call: Call) throws(APIFailure) -> APIObject {
        var document = try findDocument(EventDestination.object, call)
        if let url = call.parameters.text("webhook_endpoint", "url") {
            try Self.checkDestination(url)
            document.hidden["url"] = .string(url)
        }
        try document.apply(call.parameters, except: ["include", "webhook_endpoint"])
        return .json(json2(destination: changed(document, call), including: call.included))
    }

    mutating func setEventDestination(_ status: String, _ call: Call) throws(APIFailure) -> APIObject {
        var document = try findDocument(EventDestination.object, call)
        document["status"] = .string(status)
        document["status_details"] = status == "disabled" ? ["disabled": ["reason": "user"]] : JSONValue.null
        return .json(json2(destination: changed(document, call), including: []))
    }

    private mutating func changed(_ document: Document, _ call: Call) -> Document {
        var document = document
        document.hidden["updated"] = .integer(call.now)
        put(document)
        return document
    }

    mutating func deleteEventDestination(_ call: Call) throws(APIFailure) -> APIObject {
        let document = delete(try findDocument(EventDestination.object, call))
        return .json(["id": .string(document.id), "object": .string(EventDestination.object)])
    }

    func listEventDestinations(_ call: Call) throws(APIFailure) -> APIObject {
        let shelf = Document.shelf(EventDestination.object, of: call.account)
        return try list2(shelf, at: "/v2/core/event_destinations", [], call) {
            !$0.isDeleted
        } shown: {
            json2(destination: $0, including: call.included)
        }
    }

    func retrieveEventDestination(_ call: Call) throws(APIFailure) -> APIObject {
        .json(json2(destination: try findDocument(EventDestination.object, call), including: call.included))
    }

    private func json2(destination: Document, including included: Set<String>) -> JSONValue {
        func shown(_ name: String) -> JSONValue {
            included.contains("webhook_endpoint." + name) ? destination.hidden[name] ?? .null : .null
        }
        let endpoint: JSONValue = [
            "url": shown("url"),
            "signing_secret": included.contains("webhook_endpoint.signing_secret")
                ? destination.hidden["secret"] ?? .null : JSONValue.null,
        ]
        let times: [String: JSONValue] = [
            "created": .string(Timestamp(destination.created).text),
            "updated": .string(Timestamp(destination.hidden["updated"]?.number ?? destination.created).text),
            "webhook_endpoint": included.isEmpty ? JSONValue.null : endpoint,
        ]
        return .object((destination.json.members ?? [:]).merging(times) { $1 })
    }
}
