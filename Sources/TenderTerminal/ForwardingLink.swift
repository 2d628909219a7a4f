import TenderFlow
import TenderModel

/// What the forwarder must not hold, and who waits for it.
struct ForwardingLink {
    /// The card data of the payment on its way.
    var card: CollectedCard?
    /// The PaymentIntents as last seen, with their secrets, until their payments are resolved.
    var intents: [String: PaymentIntent] = [:]
    /// The base keys of local intents for which a request to the gateway may have left.
    var mayBeCreated: Set<String> = []
    /// Timers and exchanges that are under way.
    var tasks: [Serial: Task<Void, Never>] = [:]
    /// The last record on its way to the journal, so that records keep their order.
    var lastRecord: Task<Void, Never>?
    /// The last thing on its way to the subscribers, so that events keep their order.
    var lastNews: Task<Void, Never>?
    /// Who waits for a command on a payment.
    var waiters: [String: CheckedContinuation<ForwarderAnswer, Never>] = [:]
    /// Who waits until nothing more can be forwarded now.
    var restWaiters: [Int: CheckedContinuation<Void, Never>] = [:]
    /// The number of the last one.
    var lastRestWaiter = 0
    /// Whether the gateway can be reached.
    var network = OfflineStatus.Network.unknown
    /// What subscribers were told last.
    var lastStatus = OfflineStatus()

    /// Ends everything that is under way, for a terminal that goes.
    func cancelAll() {
        for task in tasks.values { task.cancel() }
    }
}
