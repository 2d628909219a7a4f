import TenderModel

/// One payment of a terminal: the machine that decides, and what the terminal stores beside it.
struct TerminalPayment: Hashable, Sendable, Codable {
    /// The payment's number, unique within the terminal's life.
    let number: Int
    var machine: PaymentMachine
    /// The types of card that may pay.
    var paymentMethodTypes: [PaymentMethodType] = [.cardPresent]
    /// The parameters of the future PaymentIntent, if it is stored offline.
    @Apart var parameters: PaymentIntentParameters?
    /// The settings of the running collection.
    var collecting = TerminalMachine.Command.Collecting()
    /// The latest command on it, so that a cancel stops the intended one.
    var command: CommandID?
    /// The command that waits for its answer.
    var waiter: CommandID?
    /// The commands that wait for the answer to a cancel.
    var cancelers: [CommandID] = []
    /// The time of its last use, counted in payment commands.
    var lastUse = 0
    /// The errand under which its card was read, until that is dropped.
    var card: Errand?
    /// The collection in progress.
    var collection: Collection?
    /// The payment's records on their way to the journal.
    var records = RecordQueue()
    /// What was stored of it offline, once that is on disk.
    @Apart var stored: PaymentHistory?
    /// The forwarder's serial for it, if the forwarder waits for its end.
    var forwarding: Serial?
    /// The conclusion to report to the forwarder.
    @Apart var conclusion: Conclusion?
    /// Whether an edit of its amount may have been executed, or may still be.
    var isEditInDoubt = false
    /// The reason that the last failed record was not written.
    var journalError: JournalError?

    /// A collection at the reader.
    struct Collection: Hashable, Sendable, Codable {
        /// The errand, which distinguishes it from one that was given up.
        var errand: Errand
        /// The opening of the reader that it runs at.
        var opening: Serial?
        /// The timer that gives up a reader that does not stop.
        var stopLimit: Errand?
    }

    init(_ number: Int, _ machine: PaymentMachine) {
        self.number = number
        self.machine = machine
    }

    var intentID: String { machine.terms.intentID }

    /// Whether nothing of it is in progress, and nobody waits for anything.
    var isIdle: Bool {
        waiter == nil && cancelers.isEmpty && forwarding == nil && records.isEmpty && machine.isIdle
    }

    /// Whether it is over, which a payment of unknown outcome, or one that can still be paid, is not.
    var isOver: Bool {
        guard isIdle else { return false }
        switch machine.phase {
        case .stored, .approved, .canceled, .reversed: return true
        case .ready, .storing, .opening, .collecting, .stopping, .collected, .pursuing, .concluding, .settling:
            return false
        }
    }

    func answer(_ completion: PaymentCompletion) -> PaymentAnswer {
        PaymentAnswer(
            completion: completion, terms: machine.terms, confirmKey: machine.confirmKey,
            stored: stored.flatMap { OfflinePayment($0) }, journalError: journalError)
    }
}
