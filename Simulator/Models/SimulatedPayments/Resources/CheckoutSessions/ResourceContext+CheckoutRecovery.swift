/// The recovery that a shop offers to customers whose session ended unpaid: an address that creates another session
/// like it.
extension ResourceContext {
    /// The lifetime of the address, in seconds.
    private static let recoveryLifetime: Int64 = 30 * 24 * 3600

    static func readAfterwards(of session: inout Document, _ parameters: Parameters) throws(APIFailure) {
        guard let recovery = parameters["after_expiration", "recovery"] else { return }
        let isEnabled = parameters.boolean("after_expiration", "recovery", "enabled") == true
        guard !isEnabled || (session["mode"] == "payment" && hostedNames.contains(parameters.text("ui_mode"))) else {
            throw .invalid(
                "Only hosted sessions in `payment` mode can be recovered.", param: "after_expiration[recovery][enabled]"
            )
        }
        session["after_expiration"] = [
            "recovery": [
                "allow_promotion_codes": recovery["allow_promotion_codes"] ?? false, "enabled": .bool(isEnabled),
                "expires_at": nil, "url": nil,
            ]
        ]
    }

    private static let hostedNames = [nil, "hosted", "hosted_page"]

    mutating func offerRecovery(of session: inout Document, now: Int64) {
        guard var recovery = session["after_expiration"]?["recovery"]?.members, recovery["enabled"] == true else {
            return
        }
        recovery["expires_at"] = .integer(now + Self.recoveryLifetime)
        recovery["url"] = .string(publicURL + "/c/recover/" + session.id)
        session["after_expiration"] = ["recovery": .object(recovery)]
    }

    /// Creates a session like one that ended.
    mutating func recoverCheckout(_ id: String, _ call: Call) throws(APIFailure) -> APIObject {
        let ended = try findDocument(Self.checkoutObject, named: id, param: "recovered_from", call)
        let recovery = ended["after_expiration"]?["recovery"]
        guard ended["status"] == "expired", let end = recovery?["expires_at"]?.number, call.now < end else {
            throw .invalid("This Checkout Session cannot be recovered.", param: "recovered_from")
        }
        var session = blankCheckout(call)
        let own = session.fields
        session.fields = ended.fields
        for name in ["consent", "created", "expires_at", "payment_intent", "status"] { session[name] = own[name] }
        session.hidden = ended.hidden.filter { Self.keptForRecovery.contains($0.key) }
        session["after_expiration"] = nil as JSONValue
        session["allow_promotion_codes"] = recovery?["allow_promotion_codes"] ?? .null
        session["consent"] = Self.consentAsked(by: session)
        session["recovered_from"] = .string(ended.id)
        session["url"] = .string(publicURL + "/c/pay/" + session.id)
        put(session)
        return shown(session, call)
    }

    private static let keptForRecovery: Set<String> = [
        "customer_update", "email", "items", "payment_intent_data", "payment_method_options", "platform",
    ]
}
