extension Resource {
    static let applicationFees = Resource(
        ResourceContext.feeObject, prefix: "fee",
        references: [
            "account": "account", "application": anything, "balance_transaction": "balance_transaction",
            "charge": "charge", "originating_transaction": "charge", "refunds": list(of: "fee_refund"),
        ],
        shown: { it, fee in
            it.json(fee, "refunds", it.feeRefunds(of: fee), at: "/v1/application_fees/\(fee.id)/refunds")
        },
        operations: Operation.applicationFees
    )

    static let feeRefunds = Resource(
        ResourceContext.feeRefundObject, prefix: "fr",
        references: ["balance_transaction": "balance_transaction", "fee": "application_fee"],
        foundBy: members("fee")
    )
}
