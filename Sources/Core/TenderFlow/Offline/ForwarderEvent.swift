import TenderModel

/// What can happen to the forwarder.
public enum ForwarderEvent: Hashable, Sendable, Codable {
    // The application.

    /// A payment was stored just now.
    case stored(OfflineWork)
    /// An earlier process left a payment.
    case left(OfflineWork)
    /// Nothing is to be begun until further notice.
    case pauseRequested
    /// Forwarding goes on.
    case resumeRequested
    /// Forwarding goes on now, whatever it was waiting for.
    case forwardRequested
    /// A payment is to be set aside.
    case quarantineRequested(String)
    /// A payment that was set aside is to be forwarded after all.
    case releaseRequested(String)
    /// A payment is to be deleted.
    case deleteRequested(String, by: String)

    // The journal.

    /// A record is on disk.
    case recorded(Serial)
    /// A record could not be written.
    case recordFailed(Serial)
    /// The request was first sent too long ago to be sent again; nothing was written.
    case keyTooOld(Serial)
    /// The payment was stored too long ago; nothing was written.
    case storedTooLongAgo(Serial)
    /// The card data was read, and waits in the shell; or what is wrong with it.
    case payloadRead(Serial, PayloadReading)

    // The gateway.

    /// Something else of this machine was answered by it.
    case becameReachable
    /// The search for the PaymentIntent ended.
    case found(Serial, IntentSearch, Jitter)
    /// The request that makes the PaymentIntent ended.
    case created(Serial, GatewayReply, Jitter)
    /// The payment machine came to an end with the PaymentIntent, or says that nobody can tell yet.
    case concluded(Serial, Conclusion, Jitter)

    // The clock.

    /// A timer ran out.
    case timerFired(Serial)
}

/// A payment as the forwarder takes it over.
public struct OfflineWork: Hashable, Sendable, Codable {
    /// The local intent's id.
    public var id: String
    /// The base of its keys, and its order.
    public var terms: PaymentTerms
    /// What the records tell of it.
    public var offline: OfflineHistory
    /// Whether somebody was told that it was accepted.
    public var isClaimed: Bool
    /// What the records tell of the PaymentIntent that it is forwarded as.
    public var payment: PaymentHistory?

    /// Takes what the records tell.
    ///
    /// - Returns: nil when there is nothing to forward.
    public init?(_ history: PaymentHistory, payment: PaymentHistory? = nil) {
        guard let offline = history.offline, offline.isOpen, let terms = history.terms else { return nil }
        id = history.intentID
        self.terms = terms
        self.offline = offline
        isClaimed = history.isClaimed
        self.payment = payment
    }
}

/// What became of reading stored card data.
public enum PayloadReading: Hashable, Sendable, Codable {
    /// It is there, and is what was stored.
    case ready
    /// It is not there.
    case missing
    /// It is not what was stored.
    case damaged
    /// The journal cannot be read now.
    case failed
}

/// What became of a search for a PaymentIntent by the key under which it was made.
public enum IntentSearch: Hashable, Sendable, Codable {
    /// It is there.
    case intent(IntentFacts)
    /// It is not there, or not yet.
    case nothing
    /// Nobody could tell.
    case failed(GatewayReply)

    /// What it tells of the way to the gateway; nil when it tells nothing.
    var network: OfflineStatus.Network? { if case .failed(let reply) = self { reply.network } else { .online } }
}
