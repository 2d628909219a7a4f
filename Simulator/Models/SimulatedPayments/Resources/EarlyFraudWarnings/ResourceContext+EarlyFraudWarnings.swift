extension Operation {
    static let earlyFraudWarnings: [Operation] = [
        Operation(
            "early_fraud_warnings.list", .get, "/v1/radar/early_fraud_warnings",
            .list(ResourceContext.fraudWarningObject), .list.with(["charge": .text, "payment_intent": .text])
        ) { (it, call) throws(APIFailure) in try it.listWarnings(call) },
        Operation(
            "early_fraud_warnings.retrieve", .get, "/v1/radar/early_fraud_warnings/:id",
            .one(ResourceContext.fraudWarningObject)
        ) { (it, call) throws(APIFailure) in
            .json(try it.findDocument(ResourceContext.fraudWarningObject, call, named: "early fraud warning").json)
        },
    ]
}

/// An issuer's early warnings about charges that their cardholders do not recognize, before any dispute.
extension ResourceContext {
    static let fraudWarningObject = "radar.early_fraud_warning"

    /// Warns about a captured charge whose card is known for it.
    mutating func warn(of charge: ChargeRow, _ call: Call) {
        guard method(of: charge)?.behavior.hasEarlyFraudWarning == true else { return }
        let warning = Document(
            id: newID(.earlyFraudWarnings), account: charge.account, created: call.now, object: Self.fraudWarningObject,
            fields: [
                "actionable": .bool(Self.isActionable(charge)), "charge": .string(charge.id),
                "created": .integer(call.now), "fraud_type": "misc", "livemode": false,
                "payment_intent": .optional(charge.intent),
            ])
        put(warning)
        emit("radar.early_fraud_warning.created", warning, by: call, now: call.now)
    }

    /// Returns whether a charge can be acted on: while it is neither refunded nor disputed.
    private static func isActionable(_ charge: ChargeRow) -> Bool {
        charge.refundable > 0 && charge.more["disputed"] != true
    }

    /// Updates whether a charge can still be acted on.
    mutating func reviewWarnings(of charge: ChargeRow, by call: Call?, now: Int64) {
        for id in documents.ids(naming: charge.id) {
            guard let old = document(id, Self.fraudWarningObject, charge.account) else { continue }
            var warning = old
            warning["actionable"] = .bool(Self.isActionable(charge))
            guard warning.fields != old.fields else { continue }
            put(warning)
            emit(
                "radar.early_fraud_warning.updated", .document(warning), of: warning.account,
                previous: Self.changes(from: old.json, to: warning.json), by: call, now: now)
        }
    }

    fileprivate func listWarnings(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        return try listDocuments(Self.fraudWarningObject, call, naming: parameters.text("charge")) { warning in
            ["charge", "payment_intent"].allSatisfy { parameters[$0] == nil || parameters[$0] == warning[$0] }
        }
    }
}
