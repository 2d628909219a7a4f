extension Resource {
    static let paymentIntents = Resource(
        "payment_intent", prefix: "pi",
        references: [
            "application": anything, "charges": list(of: "charge"), "customer": "customer", "latest_charge": "charge",
            "last_payment_error.payment_method": "payment_method", "last_payment_error.setup_intent": "setup_intent",
            "last_payment_error.source": anything, "on_behalf_of": "account",
            "payment_method": "payment_method", "payment_record": anything, "review": anything, "source": anything,
            "transfer_data.destination": "account",
        ],
        onDemand: ["charges": { it, id, account in it.chargeList(ofIntent: id, account) }],
        search: ["amount": .number, "created": .number, "currency": .token, "customer": .token, "status": .token],
        operations: Operation.paymentIntents + Operation.observedPayments
    )
}
