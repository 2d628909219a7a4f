extension Resource {
    /// Every kind of object that the gateway simulates, in the order of the documentation.
    static let all: [Resource] = [
        paymentIntents, charges, refunds, balance, balanceTransactions, customers, cards, paymentMethods, mandates,
        tokens, confirmationTokens, setupIntents, setupAttempts, authentications, ephemeralKeys, customerSessions,
        products, prices, checkoutSessions, items, paymentLinks, paymentPages, shippingRates, accounts, capabilities,
        accountLinks, accountsV2, thinEvents, eventDestinations, persons, bankAccounts, transfers, transferReversals,
        applicationFees, feeRefunds, payouts, payoutPlans, balanceSettings, disputes, earlyFraudWarnings,
        connectionTokens, locations, configurations, readers, events, webhookEndpoints, clock, faults, deliveries,
        requests, fingerprintKey,
    ]

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.object, $0) })

    /// Returns the kind with that name; `nil` for a part of an object, and for what is not simulated.
    static func named(_ object: String) -> Resource? { byName[object] }
}
