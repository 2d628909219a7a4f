public import TenderModel

extension TerminalMachine {
    /// The actions that a terminal requests: plain values, to be performed in order.
    public enum Action: Hashable, Sendable, Codable {
        // For the reader.

        /// Searches for readers, for this command; answer with `discoveryEnded` when the search ends.
        case startDiscovery(Serial, CommandID)
        /// Stops the search.
        case stopDiscovery(Serial)
        /// Opens a reader; answer with `opened` or `openFailed`.
        indirect case open(Serial, Reader)
        /// Closes the reader that was opened under this serial, or gives up its opening; answer with `closed`.
        case close(Serial)
        /// Collects a card on the open reader; answer with `collected` or `notCollected`.
        indirect case collect(Errand, CollectRequest)
        /// Restarts the open reader; answer with `rebooted`.
        case reboot(Errand)
        /// Installs the open reader's update; answer with `updateProgressed`, and `updateInstalled` or `notCollected`.
        case installUpdate(Errand)
        /// Reads a card that does not pay on the open reader, and keeps what was read under the number of the errand;
        /// answer with `dataCollected` or `notCollected`.
        case collectData(Errand, CollectDataConfiguration)
        /// Tells the card that was read under this errand, and waits in the reader, what became of its confirmation,
        /// with the issuer's data if any came; answer with `concluded`.
        case conclude(Errand, IssuerAnswer.Verdict)
        /// Stops a collection, of a card or of data, or a card's last word; each still ends with its own answer.
        case stopCollecting(Errand)
        /// Asks the customer on the open reader to consent; answer with `consentAnswered`.
        indirect case askConsent(Errand, ConsentRequest)
        /// Stops asking, which still ends with its own answer.
        case stopAsking(Errand)
        /// Discards the card that was read under this errand.
        case dropCard(Errand)

        // For the gateway.

        /// Performs one exchange of a payment, with the card that was read under an errand, and a surcharge or what it
        /// says about a conversion; answer with `answered`.
        indirect case send(
            Errand, intentID: String, PaymentRequest, card: Errand?, surcharge: Amount? = nil,
            conversion: ConversionRequest? = nil)
        /// Performs one exchange outside a payment, with the card that was read under an errand if it presents one;
        /// answer with `requestAnswered`.
        indirect case request(Errand, SingleRequest, card: Errand?)
        /// Searches for the PaymentIntent that was created under this base key, at this moment (seconds since 1970) or
        /// later; answer with `searched`.
        indirect case search(Errand, base: String, from: Int64)
        /// Creates the PaymentIntent of a stored payment; answer with `answered`.
        indirect case create(Errand, PaymentIntentParameters, IdempotencyKey)
        /// Stops waiting for an exchange; its answer may still arrive.
        case abandon(Errand)

        // For the objects that the shell stores.

        /// Stores this version of an intent, replacing an older one.
        indirect case keepIntent(String, IntentSource)
        /// Stores the error of the exchange that was just answered, or that there was none.
        case keepError(String)
        /// Drops what is stored about an intent.
        case forget(String)
        /// Drops what a request created.
        case forgetRequest(Int)

        // For the journal.

        /// Writes a record; answer with `appended`.
        indirect case append(Errand, JournalEntry)
        /// Writes a record with the receipt data of the stored intent; answer with `appended`.
        indirect case appendWithReceipt(Errand, JournalEntry)
        /// Writes an offline payment, or a card to be saved, together with its card data; answer with `appended`.
        indirect case store(Errand, Storage)
        /// Checks whether a record could be written now; answer with `appended`, and write nothing.
        indirect case check(Errand, JournalEntry)
        /// Takes what earlier processes left; answer with `histories` or `unreadable`.
        case takeUnresolved(Errand)
        /// Reads the records of one payment; answer with `history` or `unreadable`.
        case readHistory(Errand, String)
        /// Reads what is open; answer with `histories` or `unreadable`.
        case readOpen(Errand)
        /// Reads what is held, and the wall clock; answer with `holds` or `unreadable`.
        case readHolds(Errand)
        /// Reads stored card data and keeps it; answer with `payloadRead`.
        case readPayload(Errand, String)

        // For the clock.

        /// Starts a timer; answer with `timerFired` unless it is stopped.
        case startTimer(Errand, Duration)
        /// Stops a timer.
        case stopTimer(Errand)

        // For the application.

        /// Notifies all subscribers; the number grows by one each time.
        indirect case publish(UInt64, TerminalMachine.Notice)
        /// Gives commands their single answer.
        indirect case answer([CommandID], TerminalMachine.Answer)
    }

    /// The source of a version of an intent.
    public indirect enum IntentSource: Hashable, Sendable, Codable {
        /// The application, with its command.
        case command(CommandID)
        /// The exchange that was just answered.
        case exchange
        /// A request that read it.
        case request(Int)
        /// The records alone.
        case records(PaymentTerms)
        /// The terms of a stored payment, unless an exchange has revealed more.
        case terms(PaymentTerms)
    }

    /// An offline payment, or a card to be saved, that is about to be written to the journal, once the shell has added
    /// the card.
    public struct Storage: Hashable, Sendable, Codable {
        /// The ID of the local intent.
        public var intentID: String
        /// The terms of the record; `nil` for a card to be saved.
        public var terms: PaymentTerms?
        /// The attempt of the record.
        public var attempt: Int
        /// What the card is accepted for.
        public var wish: OfflineSale.Wish
        /// The serial number of the reader.
        public var reader: String?
        /// The limits under which it is accepted.
        public var limits: OfflineLimits
        /// Whether a request for its PaymentIntent may already have been sent.
        public var mayBeCreated: Bool
        /// The errand under which the card was read.
        public var card: Errand
    }

    /// One exchange outside a payment.
    public indirect enum SingleRequest: Hashable, Sendable, Codable {
        /// Creates a PaymentIntent.
        case create(PaymentIntentParameters, IdempotencyKey)
        /// Searches for the PaymentIntent that these parameters created.
        case findCreated(PaymentIntentParameters)
        /// Changes a PaymentIntent.
        case edit(String, PaymentIntentChanges, IdempotencyKey)
        /// Retrieves a PaymentIntent, to see whether it was changed.
        case findEdit(String, PaymentIntentChanges)
        /// Retrieves a PaymentIntent, for this command.
        case read(String, CommandID)
        /// Lists PaymentIntents, for this command.
        case list(CommandID)
        /// Creates a refund.
        case refund(RefundParameters, IdempotencyKey)
        /// Searches for the refund.
        case findRefund(RefundParameters, IdempotencyKey)
        /// Makes a call that moves money.
        case call(MoneyCall, IdempotencyKey)
        /// Searches for what the call created, by its ID if known; with the caller's key, if there is one.
        case findCall(MoneyCall, IdempotencyKey, object: String?, callersKey: String?)
        /// Creates a SetupIntent.
        case createSetup(SetupIntentParameters, IdempotencyKey)
        /// Retrieves a SetupIntent, for this command if one waits.
        case readSetup(String, CommandID?)
        /// Cancels a SetupIntent.
        case cancelSetup(String, IdempotencyKey)
        /// Has the presented card verified and saved, for this command if one waits.
        case setup(CardSetup, IdempotencyKey, CommandID?)
    }
}
