public import TenderModel

/// The ID of a command while it waits for its answer; assigned by the shell, in ascending order.
public typealias CommandID = Int

extension TerminalMachine {
    /// The commands of an application to a terminal.
    public indirect enum Command: Hashable, Sendable, Codable {
        // For the reader.

        /// Searches for readers.
        case discover
        /// Opens a reader.
        case connect(Reader)
        /// Ends the connection, and waits until the reader is closed.
        case disconnect
        /// Restarts the reader.
        case reboot
        /// Installs the update that the reader offers.
        case installUpdate
        /// Reads a card that does not pay.
        case collectData(CollectDataConfiguration, BusyPolicy)

        // For a payment.

        /// Collects a card.
        case collect(KnownIntent, Collecting, BusyPolicy)
        /// Authorizes the collected card, with a surcharge if there is one.
        case confirm(KnownIntent, BusyPolicy, surcharge: SurchargeConfiguration? = nil)
        /// Asks the customer on the reader to consent to a surcharge.
        case consent(KnownIntent, BusyPolicy, surcharge: SurchargeConfiguration)
        /// Waits again for an outcome that was reported as unknown.
        case resolve(KnownIntent)
        /// Captures a held approval; all of it if the amount is `nil`. A fee replaces the intent's.
        case capture(KnownIntent, Amount?, applicationFee: Amount? = nil)
        /// Raises a held approval to this total.
        case increment(KnownIntent, Amount)
        /// Cancels the intent itself.
        case cancelIntent(KnownIntent)
        /// Changes an intent that nobody has paid yet.
        case edit(KnownIntent, PaymentIntentChanges)

        // For requests outside payments.

        /// Creates a PaymentIntent.
        case create(PaymentIntentParameters, OfflineBehavior)
        /// Retrieves a PaymentIntent, or the one that a stored payment was approved as.
        case read(String)
        /// Lists PaymentIntents; the shell has the query.
        case list
        /// Makes a refund.
        case refund(RefundParameters)
        /// Collects a card for something other than a payment, unless that is already in progress.
        case present(CardWish, Collecting, BusyPolicy)
        /// Sends what a card was collected for, under the number of its request.
        case confirmCard(Int, CardWish, BusyPolicy)
        /// Drops a card that was collected for something other than a payment.
        case dropCard(Int)
        /// Creates a SetupIntent.
        case createSetup(SetupIntentParameters, OfflineBehavior)
        /// Retrieves a SetupIntent.
        case readSetup(String)
        /// Cancels a SetupIntent.
        case cancelSetup(String)
        /// Finds the saving of a card that the same wish would continue.
        case findSetup(CardSetup)
        /// Makes a call that moves money, under the caller's key if there is one.
        case perform(MoneyCall, key: String?)
        /// Releases or refunds a payment, whichever its state allows; the parameters are those of the refund.
        case void(RefundParameters)
        /// Finds the refund that the same parameters would continue.
        case findRefund(RefundParameters)
        /// Finds the call that the same one would continue.
        case findCall(MoneyCall, key: String?)

        // For the records.

        /// Waits until it is known what earlier processes left.
        case takeOver
        /// Records that an approval was shown.
        case claim(String)
        /// Records that a refund was shown, or a call if there is no payment.
        case claimRequest(IdempotencyKey, of: String?)
        /// Records that a person has seen the outcome of a payment.
        case acknowledge(String, by: String)
        /// Records what became of a hold elsewhere.
        case noteHold(IntentFacts)
        /// Finishes a hold by a rule, as a person would; without one, records what became of it elsewhere.
        case finishHold(HoldFinishing)
        /// Waits until nothing of earlier processes is left to resolve.
        case waitForRecovery
        /// Waits until every record is written or given up.
        case flush

        // For what is stored offline.

        /// Stops forwarding further payments.
        case pauseForwarding
        /// Resumes forwarding.
        case resumeForwarding
        /// Forwards immediately, despite any obstacle.
        case forwardNow
        /// Waits until everything that can be forwarded is.
        case waitForForwarding
        /// Sets a stored payment aside.
        case quarantine(String)
        /// Releases a payment that was set aside.
        case release(String)
        /// Deletes a stored payment.
        case deleteStored(String, by: String)
        /// Returns what is stored, and whether it can be forwarded.
        case offlineStatus

        /// The settings of a card collection.
        public struct Collecting: Hashable, Sendable, Codable {
            /// Whether to attach the card to the intent and return it for inspection first.
            public var inspects: Bool
            /// Whether the customer may cancel on the reader.
            public var customerCancellation: Bool
            /// What the reader shows about a surcharge before a card is read; `nil` for nothing.
            public var surchargeNotice: String?
            /// Whether to ask for an offer to charge the card in its own currency.
            public var requestsConversion: Bool
            /// What the reader may ask the customer as a tip; `nil` for nothing.
            public var tipping: TippingConfiguration?
            /// The time limit for collection and confirmation together; `nil` for the policy's.
            public var total: Duration?
            /// Whether to confirm a collected card immediately.
            public var confirmsAtOnce: Bool
            /// The keyed entry of the card's number, on a certified reader; `nil` for a card that is presented.
            public var moto: MotoConfiguration?
            /// The customer's consent to be shown the card again, for a payment that saves it.
            public var allowRedisplay: AllowRedisplay

            /// Creates the settings.
            public init(
                inspects: Bool = false, customerCancellation: Bool = true, tipping: TippingConfiguration? = nil,
                surchargeNotice: String? = nil, requestsConversion: Bool = false, total: Duration? = nil,
                confirmsAtOnce: Bool = false, moto: MotoConfiguration? = nil,
                allowRedisplay: AllowRedisplay = .unspecified
            ) {
                self.surchargeNotice = surchargeNotice
                self.requestsConversion = requestsConversion
                self.inspects = inspects
                self.customerCancellation = customerCancellation
                self.tipping = tipping
                self.total = total
                self.confirmsAtOnce = confirmsAtOnce
                self.moto = moto
                self.allowRedisplay = allowRedisplay
            }
        }
    }
}

extension TerminalMachine.Command {
    /// The intent that the command is about.
    var intent: KnownIntent? {
        switch self {
        case .collect(let intent, _, _), .confirm(let intent, _, _), .consent(let intent, _, _), .resolve(let intent),
            .capture(let intent, _, _), .increment(let intent, _), .cancelIntent(let intent), .edit(let intent, _):
            intent
        case .discover, .connect, .disconnect, .reboot, .installUpdate, .collectData, .create, .read, .list, .refund,
            .createSetup,
            .readSetup,
            .cancelSetup, .findSetup, .present, .confirmCard, .dropCard,
            .void, .perform, .findRefund, .findCall, .takeOver, .claim, .claimRequest, .acknowledge, .noteHold,
            .finishHold, .waitForRecovery, .flush,
            .pauseForwarding,
            .resumeForwarding, .forwardNow, .waitForForwarding, .quarantine, .release, .deleteStored, .offlineStatus:
            nil
        }
    }

    /// Whether the command can be abandoned while it prepares, because it creates, edits or reads an intent, or has
    /// not sent anything yet, and moves no money.
    var movesNothing: Bool {
        switch self {
        case .create, .edit, .read, .list, .createSetup, .readSetup, .cancelSetup, .findSetup, .present, .confirmCard,
            .dropCard, .collectData:
            true
        case .discover, .connect, .disconnect, .reboot, .installUpdate, .collect, .confirm, .consent, .resolve,
            .capture, .increment,
            .cancelIntent, .refund, .void, .perform, .findRefund, .findCall, .takeOver, .claim, .claimRequest,
            .acknowledge, .noteHold, .finishHold,
            .waitForRecovery, .flush,
            .pauseForwarding, .resumeForwarding, .forwardNow, .waitForForwarding, .quarantine, .release, .deleteStored,
            .offlineStatus:
            false
        }
    }

    /// The refund that it makes, finds, or collects a card for.
    var refund: RefundParameters? {
        switch self {
        case .refund(let wish), .findRefund(let wish), .void(let wish), .present(.refund(let wish), _, _): wish
        default: nil
        }
    }

    var isEdit: Bool { if case .edit = self { true } else { false } }

    var isCollect: Bool { if case .collect = self { true } else { false } }

    /// Returns the same command about the intent that a stored payment was approved as.
    func about(_ intent: KnownIntent) -> Self {
        switch self {
        case .capture(_, let amount, let fee): .capture(intent, amount, applicationFee: fee)
        case .increment(_, let amount): .increment(intent, amount)
        case .cancelIntent: .cancelIntent(intent)
        case .void(let wish): intent.facts.status == .succeeded ? .refund(wish.about(intent.id)) : .cancelIntent(intent)
        case .finishHold(let finishing): .finishHold(finishing.about(intent))
        default: self
        }
    }

    /// The name of the command for a front end.
    var name: String {
        switch self {
        case .collect(_, let how, _): how.confirmsAtOnce ? "processPaymentIntent" : "collectPaymentMethod"
        case .confirm, .consent: "confirmPaymentIntent"
        case .present(let wish, let how, _): how.confirmsAtOnce ? wish.processName : wish.collectName
        case .confirmCard(_, let wish, _): wish.confirmName
        case .collectData: "collectData"
        case .reboot: "rebootReader"
        case .installUpdate: "installAvailableUpdate"
        default: ""
        }
    }
}
