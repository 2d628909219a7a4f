public import TenderModel

/// Money that a seller is to have of a card payment, or that is to come back from them after a refund.
///
/// It follows from a finished ticket, which is in the journal before anything is sent.
public struct SellerTransfer: Hashable, Sendable, Identifiable {
    /// Which way the money goes.
    public enum Way: Hashable, Sendable {
        /// To the seller.
        case out
        /// Back from the transfer of this id.
        case back(of: String)
    }

    /// How far it is.
    public enum State: Hashable, Sendable {
        /// Nothing was sent.
        case due
        /// It was sent, and nobody knows what became of it.
        case sent
        /// It is made: the gateway's id of the transfer or the reversal.
        case made(String)
        /// The gateway refused it, with proof that nothing went; it may be tried again.
        case refused(String)
    }

    /// The leg and the account, such as `T1-7/acct_1`.
    public let id: String
    /// The leg of the ticket.
    public let leg: String
    /// The payment intent whose money it is.
    public let intentID: String
    /// The connected account.
    public let account: String
    /// What people call the seller.
    public let name: String
    /// How much, positive.
    public let amount: Amount
    /// Which way.
    public let way: Way
    /// How far it is.
    public internal(set) var state = State.due
    /// The attempt whose key is used: it grows with each proved refusal.
    public internal(set) var attempt = 1

    /// Whether it is made.
    public var isMade: Bool { if case .made = state { true } else { false } }
}
