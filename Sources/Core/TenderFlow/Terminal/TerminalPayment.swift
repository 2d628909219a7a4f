import TenderModel

/// One payment of a terminal: the machine that decides, and what the terminal keeps beside it.
struct TerminalPayment: Hashable, Sendable, Codable {
    /// Names it within the terminal's life.
    let number: Int
    var machine: PaymentMachine
    /// The kinds of card that may pay.
    var paymentMethodTypes: [PaymentMethodType] = [.cardPresent]
    /// What its PaymentIntent will be made of, when it is stored offline.
    var parameters: PaymentIntentParameters?
    /// How the running collection was asked for.
    var collecting = TerminalMachine.Command.Collecting()
    /// The newest command on it, so that a cancel stops the one that it was meant for.
    var command: CommandID?
    /// The command that waits for its answer.
    var waiter: CommandID?
    /// Who waits for the answer to a cancel.
    var cancelers: [CommandID] = []
    /// When it was last used, counted in commands on payments.
    var lastUse = 0
    /// Under which errand its card was read, until that is dropped.
    var card: Errand?
    /// The collection that is under way.
    var collection: Collection?
    /// Its records on their way to the journal.
    var records = RecordQueue()
    /// What was stored of it offline, once it is on disk.
    var stored: PaymentHistory?
    /// What the forwarder calls it, which waits for its end.
    var forwarding: Serial?
    /// The end that the forwarder is to be told.
    var conclusion: Conclusion?
    /// Why the last record that failed was not written.
    var journalError: JournalError?

    /// A collection at the reader.
    struct Collection: Hashable, Sendable, Codable {
        /// Tells it from one that was given up.
        var errand: Errand
        /// The opening of the reader that it runs at.
        var opening: Serial?
        /// What gives a reader up that does not stop.
        var stopLimit: Errand?
    }

    init(_ number: Int, _ machine: PaymentMachine) {
        self.number = number
        self.machine = machine
    }

    var intentID: String { machine.terms.intentID }

    /// Whether nothing of it is under way, and nobody waits for anything.
    var isIdle: Bool {
        waiter == nil && cancelers.isEmpty && forwarding == nil && records.isEmpty && machine.isIdle
    }

    /// Whether it is over: what is unknown or can still be paid is not.
    var isOver: Bool {
        guard isIdle else { return false }
        switch machine.phase {
        case .stored, .approved, .canceled, .reversed: return true
        case .ready, .storing, .opening, .collecting, .stopping, .collected, .pursuing, .settling: return false
        }
    }

    func answer(_ completion: PaymentCompletion) -> PaymentAnswer {
        PaymentAnswer(
            completion: completion, terms: machine.terms, confirmKey: machine.confirmKey,
            stored: stored.flatMap { OfflinePayment($0) }, journalError: journalError)
    }
}
