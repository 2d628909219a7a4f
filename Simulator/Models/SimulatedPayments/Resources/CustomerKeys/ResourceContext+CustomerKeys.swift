import TenderBytes
import TenderCrypto

extension Operation {
    static let customerKeys: [Operation] = [
        Operation(
            "ephemeral_keys.create", .post, "/v1/ephemeral_keys", .one("ephemeral_key"), ["customer": .text.required],
            showsSecret: true
        ) { (it, call) throws(APIFailure) in try it.createEphemeralKey(call) },
        Operation("ephemeral_keys.delete", .delete, "/v1/ephemeral_keys/:id", .one("ephemeral_key")) {
            (it, call) throws(APIFailure) in
            try it.deleteEphemeralKey(call)
        },
        Operation(
            "customer_sessions.create", .post, "/v1/customer_sessions", .one("customer_session"), .customerSession,
            showsSecret: true
        ) { (it, call) throws(APIFailure) in try it.createCustomerSession(call) },
    ]
}

extension ParameterSpec.Members {
    fileprivate static let customerSession: Self = [
        "customer": .text.required,
        "components": .hash([
            "buy_button": .hash(["enabled": .boolean.required]),
            "pricing_table": .hash(["enabled": .boolean.required]),
            "payment_element": component([
                "payment_method_allow_redisplay_filters": redisplayFilters, "payment_method_redisplay": onOff,
                "payment_method_redisplay_limit": .positive, "payment_method_remove": onOff,
                "payment_method_save": onOff, "payment_method_save_usage": .choice("off_session", "on_session"),
            ]),
            "mobile_payment_element": component([
                "payment_method_allow_redisplay_filters": redisplayFilters, "payment_method_redisplay": onOff,
                "payment_method_remove": onOff, "payment_method_save": onOff,
                "payment_method_save_allow_redisplay_override": .choice("always", "limited", "unspecified"),
            ]),
            "customer_sheet": component([
                "payment_method_allow_redisplay_filters": redisplayFilters, "payment_method_remove": onOff,
            ]),
        ]).required,
    ]

    private static func component(_ features: Self) -> ParameterSpec {
        .hash(["enabled": .boolean.required, "features": .hash(features)])
    }

    private static let onOff = ParameterSpec.choice("disabled", "enabled")
    private static let redisplayFilters = ParameterSpec.list(.choice("always", "limited", "unspecified"))
}

extension ResourceContext {
    /// The lifetime of an ephemeral key, in seconds.
    static let ephemeralKeyLifetime: Int64 = 3600
    static let ephemeralPrefix = "ek_test_"
    private static let customerSessionLifetime: Int64 = 30 * 60
    private static let maximumRedisplayLimit: Int64 = 10

    /// Returns the id of an ephemeral key, with whose opaque part its secret begins.
    static func ephemeralKeyID(of secret: String) -> String {
        "ephkey_" + secret.dropFirst(ephemeralPrefix.count).prefix(24)
    }

    fileprivate mutating func createEphemeralKey(_ call: Call) throws(APIFailure) -> APIObject {
        guard call.version != nil else {
            throw .invalid(
                "An ephemeral key needs the Stripe-Version header with the API version of the app that will use it.")
        }
        let customer = try findDocument(
            "customer", named: call.parameters.text("customer") ?? "", param: "customer", call)
        let id = newID(.ephemeralKeys)
        let expires = call.now + Self.ephemeralKeyLifetime
        let secret = Self.ephemeralPrefix + id.dropFirst("ephkey_".count) + ids.make("").dropFirst()
        let key = makeDocument(
            .ephemeralKeys, id: id,
            [
                "associated_objects": [["id": .string(customer.id), "type": "customer"]],
                "created": .integer(call.now), "expires": .integer(expires), "livemode": false,
            ],
            hidden: ["secret_hash": .string(Self.secretHash(secret)), "customer": .string(customer.id)], call)
        guard case .object(var members) = key.json else { return .json(key.json) }
        members["secret"] = .string(secret)
        return .json(.object(members))
    }

    /// Returns the stored form of an ephemeral key's secret.
    static func secretHash(_ secret: String) -> String { Hex.encode(SHA256.hash(Array(secret.utf8))) }

    fileprivate mutating func deleteEphemeralKey(_ call: Call) throws(APIFailure) -> APIObject {
        let key = try findDocument("ephemeral_key", call)
        _ = delete(key)
        return .json(key.json)
    }

    fileprivate mutating func createCustomerSession(_ call: Call) throws(APIFailure) -> APIObject {
        let customer = try findDocument(
            "customer", named: call.parameters.text("customer") ?? "", param: "customer", call)
        let components = call.parameters["components"] ?? [:]
        let limit = components["payment_element"]?["features"]?["payment_method_redisplay_limit"]?.number ?? 1
        guard limit <= Self.maximumRedisplayLimit else {
            throw .invalid(
                "At most \(Self.maximumRedisplayLimit) saved payment methods can be shown.",
                param: "components[payment_element][features][payment_method_redisplay_limit]")
        }
        return .json([
            "object": "customer_session",
            "client_secret": .string(ids.make("cuss_secret")),
            "components": .object(
                Self.sessionFeatures.reduce(into: [:]) { shown, component in
                    shown[component.key] = Self.component(components[component.key], component.value)
                }),
            "created": .integer(call.now),
            "customer": .string(customer.id),
            "customer_account": nil,
            "expires_at": .integer(call.now + Self.customerSessionLifetime),
            "livemode": false,
        ])
    }

    /// The components with the defaults of their features; null for one without features.
    private static let sessionFeatures: [String: JSONValue] = [
        "buy_button": nil,
        "pricing_table": nil,
        "payment_element": [
            "payment_method_allow_redisplay_filters": ["always"], "payment_method_redisplay": "disabled",
            "payment_method_redisplay_limit": 3, "payment_method_remove": "disabled",
            "payment_method_save": "disabled", "payment_method_save_usage": nil,
        ],
        "mobile_payment_element": [
            "payment_method_allow_redisplay_filters": ["always"], "payment_method_redisplay": "disabled",
            "payment_method_remove": "disabled", "payment_method_save": "disabled",
            "payment_method_save_allow_redisplay_override": nil,
        ],
        "customer_sheet": [
            "payment_method_allow_redisplay_filters": ["always"], "payment_method_remove": "disabled",
        ],
    ]

    private static func component(_ asked: JSONValue?, _ features: JSONValue) -> JSONValue {
        let isEnabled = asked?["enabled"] == true
        guard features != .null else { return ["enabled": .bool(isEnabled)] }
        guard isEnabled else { return ["enabled": false, "features": nil] }
        return ["enabled": true, "features": merged(asked?["features"], into: features) ?? features]
    }
}
