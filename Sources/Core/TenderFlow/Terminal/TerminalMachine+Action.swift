public import TenderModel

extension TerminalMachine {
    /// What a terminal asks of the world; plain values, carried out in the order given.
    public enum Action: Hashable, Sendable, Codable {
        // The reader.

        /// Look for readers, for this command; answer with `discoveryEnded` when that comes to an end.
        case startDiscovery(Serial, CommandID)
        /// Stop looking.
        case stopDiscovery(Serial)
        /// Open a reader; answer with `opened` or `openFailed`.
        indirect case open(Serial, Reader)
        /// Close the reader that was opened under this serial, or give its opening up; answer with `closed`.
        case close(Serial)
        /// Let the open reader collect a card; answer with `collected` or `notCollected`.
        indirect case collect(Errand, CollectRequest)
        /// Stop a collection, which still ends with its own answer.
        case stopCollecting(Errand)
        /// Forget the card that was read under this errand.
        case dropCard(Errand)

        // The gateway.

        /// Make one exchange of a payment, with the card that was read under an errand; answer with `answered`.
        indirect case send(Errand, intentID: String, PaymentRequest, card: Errand?)
        /// Make one exchange beside a payment; answer with `requestAnswered`.
        indirect case request(Errand, SingleRequest)
        /// Look for the PaymentIntent that was made under this base key, among those of this moment (seconds since 1970)
        /// and later; answer with `searched`.
        indirect case search(Errand, base: String, from: Int64)
        /// Make the PaymentIntent of a stored payment; answer with `answered`.
        indirect case create(Errand, PaymentIntentParameters, IdempotencyKey)
        /// Stop waiting for an exchange; its answer may still come.
        case abandon(Errand)

        // The objects that the shell keeps.

        /// Keep this form of an intent, in place of an older one.
        indirect case keepIntent(String, IntentSource)
        /// Keep the error that came with the exchange that was answered just now, or that there was none.
        case keepError(String)
        /// Forget what is kept of an intent.
        case forget(String)
        /// Forget what a request made.
        case forgetRequest(Int)

        // The journal.

        /// Write a record; answer with `appended`.
        indirect case append(Errand, JournalEntry)
        /// Write a record with the receipt data of the intent as it is kept; answer with `appended`.
        indirect case appendWithReceipt(Errand, JournalEntry)
        /// Write an offline payment together with its card data; answer with `appended`.
        indirect case store(Errand, Storage)
        /// Say whether a record could be written now; answer with `appended`, and write nothing.
        indirect case check(Errand, JournalEntry)
        /// Take what earlier processes left; answer with `histories` or `unreadable`.
        case takeUnresolved(Errand)
        /// Read the records of one payment; answer with `history` or `unreadable`.
        case readHistory(Errand, String)
        /// Read what is open; answer with `histories` or `unreadable`.
        case readOpen(Errand)
        /// Read stored card data and keep it; answer with `payloadRead`.
        case readPayload(Errand, String)

        // The clock.

        /// Start a timer; answer with `timerFired` unless it is stopped.
        case startTimer(Errand, Duration)
        /// Stop a timer.
        case stopTimer(Errand)

        // The application.

        /// Tell all subscribers; the number grows by one each time.
        indirect case publish(UInt64, TerminalMachine.Notice)
        /// Give commands their one answer.
        indirect case answer([CommandID], TerminalMachine.Answer)
    }

    /// Where a form of an intent comes from.
    public indirect enum IntentSource: Hashable, Sendable, Codable {
        /// From the application, with its command.
        case command(CommandID)
        /// From the exchange that was answered just now.
        case exchange
        /// From a request that read it.
        case request(Int)
        /// From what the records tell alone.
        case records(PaymentTerms)
        /// From the terms of a stored payment, unless an exchange has told more.
        case terms(PaymentTerms)
    }

    /// An offline payment on its way into the journal; the shell adds the card.
    public struct Storage: Hashable, Sendable, Codable {
        /// The record's payment.
        public var terms: PaymentTerms
        /// The record's attempt.
        public var attempt: Int
        /// What the PaymentIntent will be made of.
        public var parameters: PaymentIntentParameters
        /// The serial number of the reader.
        public var reader: String?
        /// The limits under which it is accepted.
        public var limits: OfflineLimits
        /// Whether a request for its PaymentIntent may have left before.
        public var mayBeCreated: Bool
        /// Under which errand the card was read.
        public var card: Errand
    }

    /// One exchange beside a payment.
    public indirect enum SingleRequest: Hashable, Sendable, Codable {
        /// Make a PaymentIntent.
        case create(PaymentIntentParameters, IdempotencyKey)
        /// Look for the one that these parameters made.
        case findCreated(PaymentIntentParameters)
        /// Read a PaymentIntent, for this command.
        case read(String, CommandID)
        /// List PaymentIntents, for this command.
        case list(CommandID)
        /// Make a refund.
        case refund(RefundParameters, IdempotencyKey)
        /// Look for it.
        case findRefund(RefundParameters, IdempotencyKey)
        /// Make a call that moves money.
        case call(MoneyCall, IdempotencyKey)
        /// Look for what it made, by its id where that is known; under a key of the caller's if there is one.
        case findCall(MoneyCall, IdempotencyKey, object: String?, callersKey: String?)
    }
}
