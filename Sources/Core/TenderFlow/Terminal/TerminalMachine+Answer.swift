public import TenderModel

extension TerminalMachine {
    /// The one answer to a command.
    public indirect enum Answer: Hashable, Sendable, Codable {
        /// It is done.
        case done
        /// A command on a payment ended.
        case payment(PaymentAnswer)
        /// The cancel of a command on a payment ended.
        case stop(PaymentCompletion.CancelAnswer, PaymentAnswer)
        /// The cancel of a command that had reached no payment yet: it has ended without one.
        case stoppedBefore
        /// There was nothing to stop.
        case nothingToStop
        /// The object is here; the shell has it by the number of the request.
        case made(request: Int, IdempotencyKey?)
        /// It was made before, and cannot be read now: its id, and what the journal knows of it.
        case madeBefore(String, Amount?, IdempotencyKey)
        /// Nobody can say yet; it is recorded, and followed.
        case unknown(IdempotencyKey)
        /// There is no object, and why.
        case notMade(RequestMachine.Result, JournalError?, request: Int, IdempotencyKey?)
        /// An intent is to be made that the gateway has not heard of, from these parameters and this base of its keys.
        case local(PaymentIntentParameters, base: String)
        /// The refund that would be continued; nil for none.
        case refund(PaymentHistory.Refund?)
        /// The call that would be continued; nil for none.
        case call(KeyedRequest<MoneyCall>?)
        /// What is stored offline.
        case offlineStatus(OfflineStatus)
        /// Nothing was started.
        case refused(Refusal)

        /// Why nothing was started.
        public enum Refusal: Hashable, Sendable, Codable {
            /// Something else is running.
            case busy(with: String)
            /// No reader is connected.
            case noReader
            /// A reader is connected, or on its way; what stands in the way in words.
            case alreadyConnected(String)
            /// The connection was given up, or took too long, or the shell knows why.
            case notConnected(ConnectFailure)
            /// It was canceled while it waited for the reader.
            case stoppedInLine
            /// It was canceled before it was sent again.
            case canceled(request: Int)
            /// The amount cannot be charged or captured.
            case amount(Amount)
            /// A card cannot be inspected offline.
            case inspectionOffline
            /// The journal could not be read, or refuses.
            case journal(JournalError)
            /// The journal cannot be read or written, or the note has no place.
            case notNoted(JournalError)
            /// The limits, the order or the journal do not allow it offline.
            case notStorable(JournalError)
            /// The journal keeps no card data, so that nothing is taken offline.
            case noCardStore
            /// A payment that a connected account has a part of is not taken offline.
            case shared
            /// A command on a stored payment has no place.
            case stored(ForwarderAnswer.Standing, String)
            /// The record of a command on a stored payment was not written.
            case notRecorded
            /// A stored payment was not paid.
            case unpaid(OfflinePayment.State, String)
            /// The journal tells nothing of a local intent.
            case unknownLocal(String)
            /// The key was used for another refund.
            case keyOfRefund(String, RefundParameters, now: RefundParameters)
            /// The key was used for another call.
            case keyOfCall(String, MoneyCall, now: MoneyCall)
        }

        /// Why a reader is not connected.
        public enum ConnectFailure: String, Hashable, Sendable, Codable {
            /// Somebody gave it up.
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
    /// What was asked for.
    public var terms: PaymentTerms
    /// The key of the confirmation.
    public var confirmKey: IdempotencyKey
    /// What was stored offline.
    public var stored: OfflinePayment?
    /// Why the last record that failed was not written.
    public var journalError: JournalError?
}
