import TenderFlow
import TenderModel

/// An application working on one payment: it collects, confirms, and goes on according to the answers.
struct TerminalTill: Hashable {
    /// The next request.
    enum Next: Hashable { case collect, edit, look, consent, confirm, resolve, increment, capture, nothing }

    let intentID: String
    /// The base of its commands' ids, a multiple of a hundred.
    let base: CommandID
    let busy: BusyPolicy
    /// Whether a collected card is confirmed at once.
    let confirmsAtOnce: Bool
    /// Whether an approval is captured.
    let captures: Bool
    /// Whether an approval is raised before that.
    let increments: Bool
    /// The largest tip that the reader may ask for; `nil` for none.
    let maximumTip: Int64?
    /// The surcharge for the first confirmation of a card that is inspected; the next one asks for none.
    let surcharge: Int64?
    /// Whether it asks the customer about the surcharge.
    let asksConsent: Bool
    /// Whether it asks for an offer to convert; it then raises the hold and captures the larger total, if it may.
    let converts: Bool
    /// Whether it edits the amount when it has the next card.
    private(set) var edits: Bool
    /// The platform's fee at the capture; another process asks for another one.
    private(set) var applicationFee: Int64?
    /// The number of cards that it collects, of repeated confirmations, and of repeated waits for an unknown outcome.
    var collections: Int
    var confirmations = 2
    var resolutions = 1
    private(set) var next = Next.collect
    private(set) var count = 0
    private(set) var isOwed = false
    /// Whether the cancel of the intent is yet to be answered.
    var isIntentCancelOwed = false
    /// Whether it has reported an approval to people.
    var isToldApproved = false
    var isToldNotApproved = false
    /// What it was told of its increment; `nil` for nothing, or that nobody knows.
    var isToldRaised: Bool?
    /// Whether it was told that the approval is captured, and the fee that it had asked for.
    private(set) var isToldCaptured = false
    private(set) var askedFee: Int64?
    /// What it was told of its edit; `nil` for nothing, or that nobody knows.
    private(set) var isToldEdited: Bool?
    var wasReversalAsked = false
    /// Whether any outcome was reported as unknown, so that a command that has ended can still be stopped.
    private(set) var wasToldUnknown = false
    /// What it waits for beside the payment's own steps: the customer's answer, an edit, or a look at the intent.
    private var aside: Next?
    /// What it was told of the customer's answer; without one it asks for no surcharge.
    private var isToldAgreed = true
    /// What the customer has answered to the newest question.
    var hasCustomerAgreed = false
    /// What the newest card's customer has chosen; `nil` if nobody asked.
    var choice: ConversionChoice?
    /// Whether the newest card has agreed to its approval, and whether that is on the disk.
    var hasCardAgreed = false, isAgreementRecorded = false
    /// Whether the card was sent when another payment of the order was approved, and that was known.
    var knewOfTheOther = false

    init(
        _ number: Int, _ busy: BusyPolicy, of intent: Int? = nil, collections: Int = 1, confirmsAtOnce: Bool = false,
        captures: Bool = false, increments: Bool = false, maximumTip: Int64? = nil, surcharge: Int64? = nil,
        asksConsent: Bool = false, converts: Bool = false, edits: Bool = false, applicationFee: Int64? = nil
    ) {
        self.surcharge = surcharge
        self.asksConsent = asksConsent
        self.converts = converts
        self.edits = edits
        self.applicationFee = applicationFee
        intentID = "pi_\(intent ?? number)"
        base = number * 100
        self.busy = busy
        self.collections = collections
        self.confirmsAtOnce = confirmsAtOnce
        self.captures = captures
        self.increments = increments
        self.maximumTip = maximumTip
    }

    /// The newest command.
    var current: CommandID { base + count }

    var intentCancel: CommandID { base + 50 }

    var mayAsk: Bool {
        guard !isOwed else { return false }
        switch next {
        case .collect: return collections > 0
        case .confirm: return confirmations > 0
        case .resolve: return resolutions > 0
        case .edit, .look, .consent, .increment, .capture: return true
        case .nothing: return false
        }
    }

    /// Returns the next command, about the intent in this form.
    mutating func ask(_ intent: KnownIntent) -> (CommandID, TerminalMachine.Command) {
        count += 1
        isOwed = true
        aside = [.edit, .look, .consent].contains(next) ? next : nil
        defer { next = .nothing }
        switch next {
        case .collect, .nothing:
            collections -= 1
            return (current, .collect(intent, collecting(in: intent.facts.amount.currency), busy))
        case .edit:
            edits = false
            return (current, .edit(intent, PaymentIntentChanges(amount: TerminalWorld.edited)))
        case .look: return (current, .read(intent.id))
        case .consent:
            let asked = Amount(minorUnits: surcharge ?? 0, currency: intent.facts.amount.currency)
            return (current, .consent(inspected(intent), busy, surcharge: SurchargeConfiguration(amount: asked)))
        case .confirm:
            confirmations -= 1
            guard let surcharge else { return (current, .confirm(intent, busy)) }
            // The second time without it: the key of the first must not stand for another total.
            let units = confirmations == 1 && isToldAgreed ? surcharge : 0
            let asked = Amount(minorUnits: units, currency: intent.facts.amount.currency)
            return (current, .confirm(inspected(intent), busy, surcharge: SurchargeConfiguration(amount: asked)))
        case .resolve:
            resolutions -= 1
            return (current, .resolve(intent))
        case .increment:
            isToldRaised = nil
            let raised = Amount(minorUnits: TerminalWorld.raised, currency: intent.facts.amount.currency)
            return (current, .increment(intent, raised))
        case .capture:
            askedFee = applicationFee
            let currency = intent.facts.amount.currency
            let total = converts ? Amount(minorUnits: TerminalWorld.raised, currency: currency) : nil
            let fee = askedFee.map { Amount(minorUnits: $0, currency: currency) }
            return (current, .capture(intent, total, applicationFee: fee))
        }
    }

    private func collecting(in currency: Currency) -> TerminalMachine.Command.Collecting {
        let tipping = maximumTip.map { TippingConfiguration(maximum: Amount(minorUnits: $0, currency: currency)) }
        return TerminalMachine.Command.Collecting(
            inspects: surcharge != nil || converts, tipping: tipping, requestsConversion: converts,
            confirmsAtOnce: confirmsAtOnce)
    }

    /// Returns the intent as it is once its card was inspected.
    private func inspected(_ intent: KnownIntent) -> KnownIntent {
        var inspected = intent
        inspected.surcharge = AmountDetails.Surcharge(status: .available)
        return inspected
    }

    /// Notes what the customer answers who is asked about this converted amount, or about a surcharge.
    mutating func customerAnswered(_ agrees: Bool, about converted: Amount?) {
        if asksConsent { hasCustomerAgreed = agrees }
        if converts, agrees, let converted { choice = .accepted(converted) }
    }

    /// Takes the answer to the newest command.
    mutating func take(_ answer: TerminalMachine.Answer) {
        isOwed = false
        guard case .payment(let answer) = answer else { return hearAside(answer) }
        switch answer.completion {
        case .collected: next = edits ? .edit : asksConsent ? .consent : .confirm
        case .confirmed(let conclusion): goOn(after: conclusion)
        case .collectionFailed, .refused(.collect, _), .refused(.confirm, _): next = .collect
        case .incremented(let conclusion): hear(conclusion)
        case .captured(.approved):
            isToldCaptured = true
            next = .nothing
        case .refused(.increment, _) where converts: next = .capture
        case .storedOffline, .captured, .intentCanceled, .cancelAnswered, .refused: next = .nothing
        }
    }

    /// Takes an answer that is not the payment's; whoever was refused collects again, and looks first if nobody knows
    /// whether the amount is edited.
    private mutating func hearAside(_ answer: TerminalMachine.Answer) {
        switch (aside, answer) {
        case (.consent?, .done): (next, isToldAgreed) = (.confirm, true)
        case (.consent?, .refused(.surcharge)): (next, isToldAgreed) = (.confirm, false)
        case (.edit?, .made): (next, isToldEdited) = (.collect, true)
        case (.edit?, .notMade(.notExecuted, _, _, _)): (next, isToldEdited) = (.collect, false)
        case (.edit?, .notMade), (.edit?, .refused(.canceled)), (.look?, .notMade), (.look?, .refused): next = .look
        default: next = .collect
        }
    }

    private mutating func hear(_ conclusion: Conclusion) {
        switch conclusion {
        case .approved: isToldRaised = true
        case .declined, .notExecuted, .journalUnavailable: isToldRaised = false
        case .canceled, .unknown: break
        }
        next = captures ? .capture : .nothing
    }

    private mutating func goOn(after conclusion: Conclusion) {
        switch conclusion {
        case .approved: next = increments ? .increment : captures ? .capture : .nothing
        case .declined, .canceled: next = .collect
        case .notExecuted, .journalUnavailable: next = .confirm
        case .unknown:
            wasToldUnknown = true
            next = .resolve
        }
    }

    /// Continues in another process, which may ask for a card once more.
    mutating func restart() {
        isOwed = false
        isIntentCancelOwed = false
        applicationFee = applicationFee.map { $0 + 1 }
        next = isToldApproved ? nextAfterApproval : .collect
    }

    /// The request that follows an approval: whoever does not know how an increment or a capture ended asks again.
    private var nextAfterApproval: Next {
        if increments, isToldRaised == nil { return .increment }
        return captures && !isToldCaptured ? .capture : .nothing
    }
}
