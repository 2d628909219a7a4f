/// The violation of an invariant in a simulated shop.
public struct Violation: Hashable, Sendable {
    /// The invariants.
    public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
        /// Money was taken twice, or more of it than requested.
        case doubleCharge
        /// The issuer approved, and the shop's records do not show it.
        case lostApproval
        /// Somebody was shown an approval without proof.
        case falseApproval
        /// A record states an end without evidence.
        case noEvidence
        /// An outcome is still unknown long after the last fault.
        case liveness
        /// Recovery did something when there was nothing left to do.
        case recoveryRepeats
        /// More was refunded than was taken.
        case refundedTooMuch
        /// A seller was sent more than the share of a sale.
        case transferredTwice
        /// A transfer was made, and the shop's records do not show it.
        case lostTransfer
        /// More is stored offline than the limits allow, or card data is not kept exactly as long as needed.
        case offlineRules
        /// Goods were handed over for a stored payment that was never paid, and nobody can find that out any more.
        case lostSale
        /// An issuer does not believe an honest chip: its cryptogram came twice, or with another amount.
        case chipDistrusted
        /// The journal's chain is broken.
        case brokenChain
        /// A machine received an event that has no meaning in its phase.
        case unexpected
    }

    /// The violated invariant.
    public var kind: Kind
    /// The seed of the shop.
    public var seed: UInt64
    /// The sale, from 0; `nil` if it is about the whole shop.
    public var sale: Int?
    /// What happened.
    public var message: String
    /// The events of the shrunk run, one per line; empty until it was shrunk.
    public var trace: [String] = []
    /// The faults that it takes, by name.
    public var faults: [String] = []
}

/// A deliberate flaw of the driver, which proves that the invariants detect it.
enum DriverFlaw: CaseIterable {
    /// Requests leave before their record is on disk.
    case sendsBeforeRecorded
    /// A repeated request has a new key.
    case makesNewKeys
    /// Nothing continues after a restart.
    case skipsRecovery
    /// The journal checks neither other payments of an order nor the limits of stored payments.
    case ignoresOrders
    /// The card data of a stored payment is deleted before its outcome is known.
    case dropsCardDataEarly
}
