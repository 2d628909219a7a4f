import TenderModel

/// The inputs of the forwarder.
public enum ForwarderEvent: Hashable, Sendable, Codable {
    // From the application.

    /// A payment was just stored.
    case stored(OfflineWork)
    /// An earlier process left a payment.
    case left(OfflineWork)
    /// Nothing is to be started until further notice.
    case pauseRequested
    /// Forwarding is to resume.
    case resumeRequested
    /// Forwarding is to resume immediately, whatever it was waiting for.
    case forwardRequested
    /// A payment is to be set aside.
    case quarantineRequested(String)
    /// A payment that was set aside is to be forwarded after all.
    case releaseRequested(String)
    /// A payment is to be deleted.
    case deleteRequested(String, by: String)

    // From the journal.

    /// A record is on disk.
    case recorded(Serial)
    /// A record could not be written.
    case recordFailed(Serial)
    /// The request was first sent too long ago to be sent again; nothing was written.
    case keyTooOld(Serial)
    /// The payment was stored too long ago; nothing was written.
    case storedTooLongAgo(Serial)
    /// The card data was read, and waits in the shell; or there is something wrong with it.
    case payloadRead(Serial, PayloadReading)

    // From the gateway.

    /// The gateway answered another request of this machine.
    case becameReachable
    /// The search for the PaymentIntent ended.
    case found(Serial, IntentSearch, Jitter)
    /// The request that creates the PaymentIntent ended.
    case created(Serial, GatewayReply, Jitter)
    /// The request that creates the SetupIntent ended.
    case setupCreated(Serial, SetupCreation, Jitter)
    /// The payment machine concluded the PaymentIntent, the card was provably not saved, or the outcome is still
    /// unknown.
    case concluded(Serial, Conclusion, Jitter)
    /// The card is saved.
    case saved(Serial, SetupFacts)
    /// A card was sent with the SetupIntent before, so that the stored one was not.
    case sentBefore(Serial, PaymentHistory.Setup)

    // From the clock.

    /// A timer expired.
    case timerFired(Serial)
}

/// A payment, or a card to be saved, as passed to the forwarder.
public struct OfflineWork: Hashable, Sendable, Codable {
    /// The local intent's ID.
    public var id: String
    /// The base of its keys.
    public var baseKey: String
    /// The shop's order.
    public var order: String?
    /// What the records say about it.
    public var offline: OfflineHistory
    /// Whether somebody was told that it was accepted.
    public var isClaimed: Bool
    /// What the records say about the intent that it is forwarded as.
    public var payment: PaymentHistory?

    /// Creates the work from the records.
    ///
    /// - Returns: `nil` if there is nothing to forward.
    public init?(_ history: PaymentHistory, payment: PaymentHistory? = nil) {
        guard let offline = history.offline, offline.isOpen,
            let baseKey = history.terms?.baseKey ?? offline.sale.setup?.base
        else { return nil }
        id = history.intentID
        self.baseKey = baseKey
        order = history.terms?.order
        self.offline = offline
        isClaimed = history.isClaimed
        self.payment = payment
    }
}

/// The result of the request that creates a SetupIntent.
public enum SetupCreation: Hashable, Sendable, Codable {
    /// It exists.
    case setup(SetupFacts)
    /// The request returned none.
    case failed(GatewayReply)
}

/// The result of reading stored card data.
public enum PayloadReading: Hashable, Sendable, Codable {
    /// It is there, as stored.
    case ready
    /// It is missing.
    case missing
    /// It is not as stored.
    case damaged
    /// The journal cannot be read now.
    case failed
}

/// The result of searching for a PaymentIntent by the key under which it was created.
public enum IntentSearch: Hashable, Sendable, Codable {
    /// It exists.
    case intent(IntentFacts)
    /// It does not exist, or not yet.
    case nothing
    /// The search failed.
    case failed(GatewayReply)

    /// What it reveals about the connection to the gateway; `nil` if nothing.
    var network: OfflineStatus.Network? { if case .failed(let reply) = self { reply.network } else { .online } }
}
