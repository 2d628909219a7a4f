import TenderFlow
import TenderModel

/// The forwarder of a till, and what `TenderTerminal` keeps beside it.
struct ForwardingDesk {
    var machine = ForwarderMachine()
    /// The card data of the payment on its way.
    var card: CollectedCard?
    /// The PaymentIntents as last seen.
    var intents: [String: PaymentIntent] = [:]
    /// The base keys for which a request to the gateway may have left.
    var mayBeCreated: Set<String> = []
    /// The timers and exchanges that are under way.
    var live: [Serial] = []
    /// The payments on which a command waits for its answer.
    var waiting: Set<String> = []
}

/// What `TenderTerminal` does for the forwarder in a task of its own.
enum ForwarderTask {
    case read(Serial, String)
    case confirm(Serial, PaymentTerms, CollectedCard)
    case follow(Serial, String)
}

/// What the forwarder itself asks the gateway.
enum ForwarderExchange {
    case find(base: String)
    case create
}

/// How somebody looks after what is stored.
enum Care {
    case resume
    case release(String)
    case delete(String)
}
