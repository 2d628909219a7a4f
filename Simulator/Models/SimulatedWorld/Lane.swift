import SimulatedReader
import TenderFlow
import TenderModel

/// A point of sale: the product's terminal machine with the state that a process keeps beside it, the reader on the
/// counter, and the person behind it.
final class Lane {
    /// The reader's own state, which survives a crash of the process.
    var reader: ReaderScriptMachine
    let readerName: Reader
    var readerTimers: [ReaderScriptMachine.TimerID] = []
    var cashier = Cashier()

    private let configuration: TerminalMachine.Configuration
    var machine: TerminalMachine
    /// The intents as last seen.
    var intents: [String: PaymentIntent] = [:]
    /// The cards that were read.
    var cards: [Errand: CollectedCard] = [:]
    /// The results of requests outside of payments.
    var made: [Int: DirectMade] = [:]
    /// The intent of the exchange that was just answered.
    var arrived: PaymentIntent?
    /// The subject of every command that was not answered yet.
    var asked: [CommandID: Asked] = [:]
    /// The newest command on each payment.
    var newest: [String: CommandID] = [:]
    var lastCommand: CommandID = 0
    /// The running timers.
    var timers: Set<Errand> = []
    /// The collection at the reader: the reader's number and the process's errand.
    var collection: (number: UInt64, errand: Errand)?
    /// Whether the newest collection is for a card that pays.
    var isPaying = false
    /// The last digits of the card that the next refund at the reader is for.
    var returning: String?
    /// The opening under which the reader is open.
    var opening: Serial?

    init(reader: ReaderScriptMachine, name: Reader, _ configuration: TerminalMachine.Configuration) {
        self.reader = reader
        readerName = name
        self.configuration = configuration
        machine = TerminalMachine(configuration)
    }

    /// Forgets the state of the process.
    func crash() {
        machine = TerminalMachine(configuration)
        intents = [:]
        cards = [:]
        made = [:]
        asked = [:]
        newest = [:]
        timers = []
        collection = nil
        opening = nil
    }

    func keep(_ intent: PaymentIntent?) {
        guard let intent else { return }
        intents[intent.id, default: intent].update(intent)
    }
}

/// The subject of a command, for its caller.
enum Asked {
    /// A command on a payment of a sale, which was in this stage before; `nil` if the key was pressed once more.
    case payment(sale: Int, PaymentIntent, before: Sale.Stage?)
    case create(sale: Int)
    /// An edit of a sale's intent, which was like this before.
    case edit(sale: Int, PaymentIntent)
    case read(sale: Int)
    case refund(sale: Int)
    case share(sale: Int, MoneyCall)
    /// Nobody waits for the answer.
    case other
    /// A person's command on a stored payment.
    case care

    /// The intent that its command was about.
    var intent: PaymentIntent? {
        switch self {
        case .payment(_, let intent, _), .edit(_, let intent): intent
        case .create, .read, .refund, .share, .other, .care: nil
        }
    }
}

/// The objects that a request created.
enum DirectMade {
    case intent(PaymentIntent)
    case refund(Refund)
    case object(String)
}

/// An act of somebody who manages stored payments.
enum Care {
    case resume
    case release(String)
    case delete(String)
}
