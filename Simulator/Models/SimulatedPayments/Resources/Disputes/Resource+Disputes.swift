extension Resource {
    static let disputes = Resource(
        ResourceContext.disputeObject, prefix: "dp",
        references: [
            "balance_transactions": "balance_transaction", "charge": "charge",
            "evidence.cancellation_policy": anything, "evidence.customer_communication": anything,
            "evidence.customer_signature": anything, "evidence.duplicate_charge_documentation": anything,
            "evidence.receipt": anything, "evidence.refund_policy": anything,
            "evidence.service_documentation": anything, "evidence.shipping_documentation": anything,
            "evidence.uncategorized_file": anything, "payment_intent": "payment_intent",
        ],
        foundBy: members("charge"),
        shown: { $0.json(dispute: $1) },
        operations: Operation.disputes
    )
}
