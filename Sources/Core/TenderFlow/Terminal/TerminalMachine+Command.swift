public import TenderModel

/// Names a command for as long as it waits for its answer; given by the shell, growing.
public typealias CommandID = Int

extension TerminalMachine {
    /// What an application asks of a terminal.
    public indirect enum Command: Hashable, Sendable, Codable {
        // The reader.

        /// Look for readers.
        case discover
        /// Open a reader.
        case connect(Reader)
        /// End the connection, and wait until the reader is closed.
        case disconnect

        // A payment.

        /// Collect a card.
        case collect(KnownIntent, Collecting, BusyPolicy)
        /// Ask for the authorisation of the collected card.
        case confirm(KnownIntent, BusyPolicy)
        /// Wait again for an outcome that was told as unknown.
        case resolve(KnownIntent)
        /// Capture a held approval: all of it when the amount is nil.
        case capture(KnownIntent, Amount?)
        /// Cancel the intent itself.
        case cancelIntent(KnownIntent)

        // Beside payments.

        /// Make a PaymentIntent.
        case create(PaymentIntentParameters, OfflineBehavior)
        /// Read a PaymentIntent, or the one that a stored payment was approved as.
        case read(String)
        /// List PaymentIntents; which, the shell knows.
        case list
        /// Give money back.
        case refund(RefundParameters)
        /// Make a call that moves money, under a key of the caller's if there is one.
        case perform(MoneyCall, key: String?)
        /// Say which refund the same parameters would continue.
        case findRefund(RefundParameters)
        /// Say which call the same one would continue.
        case findCall(MoneyCall, key: String?)

        // The records.

        /// Wait until it is known what earlier processes left.
        case takeOver
        /// Note that an approval was shown.
        case claim(String)
        /// Note that a refund was shown, or a call where there is no payment.
        case claimRequest(IdempotencyKey, of: String?)
        /// Note that a person has seen what became of a payment.
        case acknowledge(String, by: String)
        /// Note what became of a hold elsewhere.
        case noteHold(String, attempt: Int, Amount?, IntentFacts)
        /// Wait until nothing is left to resolve of what earlier processes left.
        case waitForRecovery
        /// Wait until every record is written or given up.
        case flush

        // What is stored offline.

        /// Begin to forward no further payment.
        case pauseForwarding
        /// Forward again.
        case resumeForwarding
        /// Forward at once, whatever stands in the way.
        case forwardNow
        /// Wait until everything is forwarded that can be.
        case waitForForwarding
        /// Set a stored payment aside.
        case quarantine(String)
        /// Let one that was set aside be forwarded after all.
        case release(String)
        /// Delete a stored payment.
        case deleteStored(String, by: String)
        /// Tell what is stored, and whether it can leave.
        case offlineStatus

        /// How a card is collected.
        public struct Collecting: Hashable, Sendable, Codable {
            /// Whether it is attached to the intent and handed over for inspection first.
            public var inspects: Bool
            /// Whether the customer may cancel on the reader.
            public var customerCancellation: Bool
            /// How long collection and confirmation may take together; as the policy says when nil.
            public var total: Duration?
            /// Whether a collected card is confirmed at once.
            public var confirmsAtOnce: Bool

            /// Describes a collection.
            public init(
                inspects: Bool = false, customerCancellation: Bool = true, total: Duration? = nil,
                confirmsAtOnce: Bool = false
            ) {
                self.inspects = inspects
                self.customerCancellation = customerCancellation
                self.total = total
                self.confirmsAtOnce = confirmsAtOnce
            }
        }
    }
}

extension TerminalMachine.Command {
    /// The intent that it is about.
    var intent: KnownIntent? {
        switch self {
        case .collect(let intent, _, _), .confirm(let intent, _), .resolve(let intent), .capture(let intent, _),
            .cancelIntent(let intent):
            intent
        case .discover, .connect, .disconnect, .create, .read, .list, .refund, .perform, .findRefund, .findCall,
            .takeOver, .claim, .claimRequest, .acknowledge, .noteHold, .waitForRecovery, .flush, .pauseForwarding,
            .resumeForwarding, .forwardNow, .waitForForwarding, .quarantine, .release, .deleteStored, .offlineStatus:
            nil
        }
    }

    /// Whether it may be given up at any moment: it makes or reads an intent, and moves no money.
    var movesNothing: Bool {
        switch self {
        case .create, .read, .list: true
        case .discover, .connect, .disconnect, .collect, .confirm, .resolve, .capture, .cancelIntent, .refund, .perform,
            .findRefund, .findCall, .takeOver, .claim, .claimRequest, .acknowledge, .noteHold, .waitForRecovery, .flush,
            .pauseForwarding, .resumeForwarding, .forwardNow, .waitForForwarding, .quarantine, .release, .deleteStored,
            .offlineStatus:
            false
        }
    }

    /// The same command about the intent that a stored payment was approved as.
    func about(_ intent: KnownIntent) -> Self {
        switch self {
        case .capture(_, let amount): .capture(intent, amount)
        case .cancelIntent: .cancelIntent(intent)
        default: self
        }
    }

    /// What a front end knows it by.
    var name: String {
        switch self {
        case .collect(_, let how, _): how.confirmsAtOnce ? "processPaymentIntent" : "collectPaymentMethod"
        case .confirm: "confirmPaymentIntent"
        default: ""
        }
    }
}
