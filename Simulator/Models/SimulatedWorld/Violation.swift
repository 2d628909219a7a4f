/// A promise that was broken in a simulated shop.
public struct Violation: Hashable, Sendable {
    /// The promises.
    public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
        /// Money was taken twice, or more of it than was asked for.
        case doubleCharge
        /// The issuer approved, and the shop's records do not tell it.
        case lostApproval
        /// Somebody was shown an approval without proof.
        case falseApproval
        /// A record tells an end for which there is no evidence.
        case noEvidence
        /// Something is still not known long after the last fault.
        case liveness
        /// Recovery did something when there was nothing left to do.
        case recoveryRepeats
        /// More was given back than was taken.
        case refundedTooMuch
        /// A seller was sent more than the share of a sale.
        case transferredTwice
        /// A transfer was made, and the shop's records do not tell it.
        case lostTransfer
        /// More is stored offline than the limits allow, or card data is not kept exactly as long as it is needed.
        case offlineRules
        /// Goods were handed over for a stored payment that was never paid, and nobody can find that any more.
        case lostSale
        /// The journal's chain is broken.
        case brokenChain
        /// A machine was given an event that has no meaning in its phase.
        case unexpected
    }

    /// Which promise.
    public var kind: Kind
    /// The seed of the shop.
    public var seed: UInt64
    /// The sale, from 0; nil when it is about the whole shop.
    public var sale: Int?
    /// What happened.
    public var message: String
    /// The events of the shrunk run, one a line; empty until it was shrunk.
    public var trace: [String] = []
    /// The faults that it takes, by name.
    public var faults: [String] = []
}

/// What can be wrong with the driver on purpose, to prove that the invariants see it.
enum DriverFlaw: CaseIterable {
    /// Requests leave before their record is on disk.
    case sendsBeforeRecorded
    /// A request that is sent again has a new key.
    case makesNewKeys
    /// Nothing goes on after a restart.
    case skipsRecovery
    /// The journal does not look at other payments of an order, nor at the limits of what is stored.
    case ignoresOrders
    /// The card data of a stored payment goes before what became of it is known.
    case dropsCardDataEarly
}
