public import TenderModel

/// A transfer of card money to a seller, or its reversal after a refund.
///
/// It follows from a finished ticket, which is in the journal before anything is sent.
public struct SellerTransfer: Hashable, Sendable, Identifiable {
    /// The direction of the money.
    public enum Way: Hashable, Sendable {
        /// To the seller.
        case out
        /// Back from the transfer of this id.
        case back(of: String)
    }

    /// The progress of a transfer.
    public enum State: Hashable, Sendable {
        /// Nothing was sent.
        case due
        /// It was sent, and its outcome is unknown.
        case sent
        /// It was made, with the gateway's id of the transfer or the reversal.
        case made(String)
        /// The gateway refused it, with proof that nothing was transferred; it may be retried.
        case refused(String)
    }

    /// The leg and the account, such as `T1-7/acct_1`.
    public let id: String
    /// The leg of the ticket.
    public let leg: String
    /// The payment intent that the money comes from.
    public let intentID: String
    /// The connected account.
    public let account: String
    /// The seller's name.
    public let name: String
    /// The amount, positive.
    public let amount: Amount
    /// The direction.
    public let way: Way
    /// The progress.
    public internal(set) var state = State.due
    /// The attempt whose key is used; it grows with each proven refusal.
    public internal(set) var attempt = 1

    /// Whether the transfer was made.
    public var isMade: Bool { if case .made = state { true } else { false } }
}
