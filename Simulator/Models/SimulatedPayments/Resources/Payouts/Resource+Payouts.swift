extension Resource {
    static let payouts = Resource(
        ResourceContext.payoutObject, prefix: "po",
        references: [
            "application_fee": "application_fee", "balance_transaction": "balance_transaction",
            "destination": "bank_account",
            "failure_balance_transaction": "balance_transaction", "original_payout": "payout", "reversed_by": "payout",
        ],
        due: { payout, _ in payout.hidden["next"]?.number.map { DueTask(.payout(payout.id), at: $0) } },
        operations: Operation.payouts
    )

    static let payoutPlans = Resource(
        ResourceContext.payoutPlanObject,
        due: { plan, _ in
            plan.hidden["next"]?.number.map { DueTask(.payouts(plan.account), at: $0, isLast: true) }
        }
    )
}
