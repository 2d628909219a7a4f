extension ResourceContext {
    mutating func createWebhookEndpoint(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        try WebhookEndpoint.checkURL(parameters.text("url") ?? "")
        try parameters.text("api_version").map { (text) throws(APIFailure) in try WebhookEndpoint.checkVersion(text) }
        let names = try Self.eventNames(parameters) ?? []
        let metadata = try parameters.metadata().mapValues(JSONValue.string)
        guard webhooks.endpoints(of: call.account).count < WebhookEndpoint.maximumCount else {
            throw .refused(
                "You have reached the maximum of \(WebhookEndpoint.maximumCount) test webhook endpoints.", code: nil)
        }
        let secret = JSONValue.string(ids.make("whsec"))
        let document = makeDocument(
            .webhookEndpoints,
            [
                "api_version": .optional(parameters.text("api_version")),
                "application": nil,
                "created": .integer(call.now),
                "description": .optional(parameters.text("description")),
                "enabled_events": .array(names),
                "livemode": false,
                "metadata": .object(metadata),
                "status": "enabled",
                "url": .optional(parameters.text("url")),
            ],
            hidden: ["secret": secret, "connect": .bool(parameters.boolean("connect") ?? false)], call)
        guard case .object(var members) = document.json else { return .json(document.json) }
        members["secret"] = secret
        return .json(.object(members))
    }

    mutating func updateWebhookEndpoint(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        var document = try findDocument(WebhookEndpoint.object, call)
        try parameters.text("url").map { (url) throws(APIFailure) in try WebhookEndpoint.checkURL(url) }
        try document.apply(parameters, except: ["disabled", "enabled_events"])
        if let names = try Self.eventNames(parameters) { document["enabled_events"] = .array(names) }
        if let isDisabled = parameters.boolean("disabled") {
            document["status"] = isDisabled ? "disabled" : "enabled"
        }
        put(document)
        return .json(document.json)
    }

    /// Returns the requested names, each once.
    private static func eventNames(_ parameters: Parameters) throws(APIFailure) -> [JSONValue]? {
        guard let names = parameters.texts("enabled_events") else { return nil }
        guard !names.contains("*") || Set(names).count == 1 else {
            throw .invalid("You cannot name other events beside `*`, which is all of them.", param: "enabled_events")
        }
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }.map(JSONValue.string)
    }
}
