extension Resource {
    static let transfers = Resource(
        ResourceContext.transferObject, prefix: "tr",
        references: [
            "balance_transaction": "balance_transaction", "destination": "account", "destination_payment": "charge",
            "reversals": list(of: "transfer_reversal"), "source_transaction": "charge",
        ],
        foundBy: members("source_transaction"),
        shown: { it, transfer in
            it.json(transfer, "reversals", it.reversals(of: transfer), at: "/v1/transfers/\(transfer.id)/reversals")
        },
        operations: Operation.transfers
    )

    static let transferReversals = Resource(
        ResourceContext.reversalObject, prefix: "trr",
        references: [
            "balance_transaction": "balance_transaction", "destination_payment_refund": "refund",
            "source_refund": "refund", "transfer": "transfer",
        ],
        foundBy: members("transfer")
    )
}
