public import TenderModel

extension TerminalMachine {
    /// The single answer to a command.
    public indirect enum Answer: Hashable, Sendable, Codable {
        /// It is done.
        case done
        /// A payment command ended.
        case payment(PaymentAnswer)
        /// The cancellation of a payment command ended.
        case stop(PaymentCompletion.CancelAnswer, PaymentAnswer)
        /// The command was canceled before it had reached a payment, and has ended without one.
        case stoppedBefore
        /// There was nothing to stop.
        case nothingToStop
        /// The object was returned; the shell has it under the number of the request.
        case made(request: Int, IdempotencyKey?)
        /// It was created before, and cannot be read now; with its ID, and what the journal knows about it.
        case madeBefore(String, Amount?, IdempotencyKey)
        /// The outcome is still unknown; it is recorded, and being pursued.
        case unknown(IdempotencyKey)
        /// There is no object, for this reason.
        case notMade(RequestMachine.Result, JournalError?, request: Int, IdempotencyKey?)
        /// An intent is to be created that the gateway has not heard of, from these parameters and this base key.
        case local(PaymentIntentParameters, base: String)
        /// A SetupIntent is to be created that the gateway has not heard of, from these parameters and this base key.
        case localSetup(SetupIntentParameters, base: String)
        /// The card is stored offline, and is saved when it is forwarded; `nil` if its record cannot be read now.
        case setupStored(OfflineSetup?)
        /// The refund that would be continued; `nil` for none.
        case refund(PaymentHistory.Refund?)
        /// The call that would be continued; `nil` for none.
        case call(KeyedRequest<MoneyCall>?)
        /// The saving of a card that would be continued; `nil` for none.
        case setup(PaymentHistory.Setup?)
        /// What is stored offline.
        case offlineStatus(OfflineStatus)
        /// A card was collected for something other than a payment, and waits for its confirmation under the number of
        /// the request; without a card if what it is for is already in progress, and the confirmation continues that.
        case cardCollected(request: Int, CardDetails?)
        /// No card was collected for something other than a payment: nothing was sent.
        case notCollected(CollectionFailure)
        /// The reader's update is installed; `nil` if there was none.
        case updated(ReaderSoftwareUpdate?)
        /// The reader did not do what it was told to.
        case readerFailed(ReaderError)
        /// Nothing was started.
        case refused(Refusal)

        /// The reason that nothing was started.
        public enum Refusal: Hashable, Sendable, Codable {
            /// Something else is running.
            case busy(with: String)
            /// No reader is connected.
            case noReader
            /// A reader is connected or being connected; the text describes the obstacle.
            case alreadyConnected(String)
            /// The connection was given up or took too long, or the shell knows the reason.
            case notConnected(ConnectFailure)
            /// The command was canceled while it waited for the reader.
            case stoppedInLine
            /// The request was canceled before it was sent again.
            case canceled(request: Int)
            /// The amount cannot be charged or captured.
            case amount(Amount)
            /// The gateway has never heard of the intent, so it cannot edit it.
            case editOffline(String)
            /// The metadata under this key is the terminal's own, and is not edited.
            case reservedMetadata(String)
            /// Whether an edit of the intent was executed is unknown: no card is taken until the intent was retrieved.
            case editInDoubt(String)
            /// A card cannot be inspected offline.
            case inspectionOffline
            /// The surcharge is not charged, or not asked about.
            case surcharge(SurchargeError)
            /// No conversion into the card's currency is asked for.
            case conversion(CurrencyConversionError)
            /// The reader cannot ask for a tip like this.
            case tipping(TippingError)
            /// The journal could not be read, or refuses.
            case journal(JournalError)
            /// The journal cannot be read or written, or the note is invalid.
            case notNoted(JournalError)
            /// The limits, the order or the journal do not allow it offline.
            case notStorable(JournalError)
            /// A card to be saved was not stored under its local ID, or nobody can tell.
            case notStored(JournalError, String)
            /// The journal does not store card data, so nothing is accepted offline.
            case noCardStore
            /// A payment that a connected account has a share of is not accepted offline.
            case shared
            /// A command on a stored payment is invalid in its state.
            case stored(ForwarderAnswer.Standing, String)
            /// The record of a command on a stored payment was not written.
            case notRecorded
            /// A stored payment was not paid.
            case unpaid(OfflinePayment.State, String)
            /// The journal contains nothing about a local intent.
            case unknownLocal(String)
            /// A refund names not exactly one payment, or has no amount though its card is collected.
            case invalidRefund(String)
            /// The card that was collected is gone, or there was none.
            case noCollectedCard
            /// Nothing is held on the payment that could be finished.
            case noHold(String)
            /// The customer has not agreed that the card is saved and shown again.
            case missingConsent(String)
            /// The reader is not certified for keyed entry.
            case keyedEntry
            /// The reader cannot do this; the text says what.
            case notSupported(String)
            /// A card of the SetupIntent was sent to be saved in another way.
            case setupOfOther(CardSetup)
            /// The key was used for another refund.
            case keyOfRefund(String, RefundParameters, now: RefundParameters)
            /// The key was used for another call.
            case keyOfCall(String, MoneyCall, now: MoneyCall)
        }

        /// The reason that no reader is connected.
        public enum ConnectFailure: String, Hashable, Sendable, Codable {
            /// Somebody gave up the connection.
            case givenUp
            /// It did not open in time.
            case timedOut
            /// It did not open; the shell knows the error.
            case failed
        }
    }
}

/// A payment machine's answer to a command, with what was known at that moment.
public struct PaymentAnswer: Hashable, Sendable, Codable {
    /// The answer.
    public var completion: PaymentCompletion
    /// The requested terms.
    public var terms: PaymentTerms
    /// The key of the confirmation.
    public var confirmKey: IdempotencyKey
    /// The payment that was stored offline.
    public var stored: OfflinePayment?
    /// The reason that the last failed record was not written.
    public var journalError: JournalError?
}
