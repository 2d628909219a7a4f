extension Resource {
    static let balance = Resource("balance", operations: Operation.balance)

    static let balanceTransactions = Resource(
        "balance_transaction", prefix: "txn",
        references: [
            "source": anything
        ]
    )
}
