/// What the objects of a page have in common, in the payments API's names; each list has some of them.
public enum ListFilter: String, Hashable, Sendable, CaseIterable {
    /// Of a charge: refunds, disputes.
    case charge
    /// In a currency: balance transactions, shipping rates.
    case currency
    /// Of a customer: PaymentIntents, charges, SetupIntents.
    case customer
    /// To a connected account or a bank account: transfers, payouts.
    case destination
    /// With exactly this email address: customers.
    case email
    /// Of a PaymentIntent: charges, refunds, disputes.
    case paymentIntent = "payment_intent"
    /// Paid out with a payout: balance transactions.
    case payout
    /// Of a charge, refund or payout: balance transactions.
    case source
    /// With a status: payouts.
    case status
    /// Of a group of transfers: charges, transfers.
    case transferGroup = "transfer_group"
    /// Of a type: balance transactions.
    case type
}
