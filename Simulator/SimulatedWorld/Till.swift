import SimulatedReader
import TenderFlow
import TenderModel

/// One payment of a till: the product's machine, and what `TenderTerminal` keeps beside it.
final class PaymentLane {
    /// Names the lane within the life of a process.
    let number: Int
    var machine: PaymentMachine
    var intent: PaymentIntent
    var card: CollectedCard?
    var confirmsAtOnce = false
    /// Whether a command waits for its answer.
    var hasWaiter = false
    /// What the forwarder calls it, which waits for its end.
    var forwarding: Serial?
    /// The end that the forwarder is to be told.
    var conclusion: Conclusion?
    /// What was stored of it offline, once it is on disk.
    var stored: PaymentHistory?
    /// Whether somebody waits for the answer to a cancel.
    var hasCancelWaiter = false
    /// The timers and exchanges that are under way.
    var live: [Serial] = []
    var collection: Collection?

    struct Collection {
        var number: UInt64
        var opening: Serial?
        var isStopping = false
    }

    init(number: Int, machine: PaymentMachine, intent: PaymentIntent) {
        self.number = number
        self.machine = machine
        self.intent = intent
    }

    /// Takes a newer form of the intent, as `TenderTerminal` does.
    func update(_ newer: PaymentIntent) {
        guard newer.id == intent.id else { return }
        let secret = newer.clientSecret ?? intent.clientSecret
        let metadata = newer.metadata.isEmpty ? intent.metadata : newer.metadata
        intent = newer
        intent.clientSecret = secret
        intent.metadata = metadata
    }
}

/// A point of sale: what one `Terminal` holds, the reader on its counter, and the person behind it.
final class Till {
    /// The reader's own life, which a crash of the process does not end.
    var reader: ReaderScriptMachine
    let readerName: Reader
    var connection = ConnectionMachine()
    /// The opening that counts.
    var opening: Serial?
    var isOpen = false
    var lanes: [PaymentLane] = []
    var connectionTimers: [Serial] = []
    var readerTimers: [ReaderScriptMachine.TimerID] = []
    var cashier = Cashier()
    var desk = ForwardingDesk()

    init(reader: ReaderScriptMachine, name: Reader) {
        self.reader = reader
        readerName = name
    }

    /// Forgets what a process held.
    func crash() {
        connection = ConnectionMachine()
        opening = nil
        isOpen = false
        lanes = []
        connectionTimers = []
        desk = ForwardingDesk()
    }

    func index(of number: Int) -> Int? { lanes.firstIndex { $0.number == number } }

    func lane(for intent: String) -> Int? { lanes.firstIndex { $0.intent.id == intent } }
}
