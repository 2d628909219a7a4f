extension Resource {
    static let refunds = Resource(
        "refund", prefix: "re", otherPrefix: "pyr",
        references: [
            "balance_transaction": "balance_transaction", "charge": "charge", "customer": "customer",
            "failure_balance_transaction": "balance_transaction", "payment_intent": "payment_intent",
            "payment_method": "payment_method", "source_transfer_reversal": "transfer_reversal",
            "transfer_reversal": "transfer_reversal",
        ],
        operations: Operation.refunds
    )
}
