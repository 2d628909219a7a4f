import TenderFlow
import TenderModel

extension TenderError {
    /// Describes why a command's answer has no result.
    init(_ reply: CommandReply, _ phase: Phase, _ intent: PaymentIntent?) {
        switch reply.answer {
        case .refused(let refusal): self.init(refusal, reply, phase, intent)
        case .notMade(.journalUnavailable, let error, _, _): self.init(error, phase, nil)
        case .notMade(let result, _, _, _): self.init(result, reply.error, phase)
        case .notCollected(let failure): self.init(failure, nil, nil)
        case .readerFailed(let error): self.init(ofReader: CollectionFailure(error))
        case .done, .payment, .stop, .stoppedBefore, .nothingToStop, .made, .madeBefore, .unknown, .local, .localSetup,
            .setupStored, .refund, .call, .setup, .offlineStatus, .cardCollected, .updated:
            self = .outOfTurn(phase)
        }
    }

    private init(
        _ refusal: TerminalMachine.Answer.Refusal, _ reply: CommandReply, _ phase: Phase, _ intent: PaymentIntent?
    ) {
        switch refusal {
        case .busy(let name): self = .busy(with: name, phase)
        case .noReader: self = .noReader(phase)
        case .alreadyConnected, .notConnected: self.init(connecting: refusal, nil)
        case .stoppedInLine:
            self.init(
                .canceled, phase: phase, message: "canceled while waiting for the reader", advice: .sameCall)
        case .canceled: self.init(canceledAfter: reply.error, phase)
        case .amount(let amount): self.init(refused: amount, phase)
        case .editOffline(let id):
            self.init(
                .unexpectedState, phase: phase,
                message: "\(id) is not known to the gateway, and cannot be edited: create another one", advice: .never,
                intent: intent, detail: .updateUnavailableOffline)
        case .reservedMetadata(let name):
            self.init(
                .invalidParameter, phase: phase, message: "metadata[\(name)] is the terminal's own", advice: .never,
                intent: intent)
        case .editInDoubt(let id):
            self.init(
                .outcomeUnknown, phase: phase,
                message: "whether \(id) was edited is not known: repeat the update or retrieve the payment first",
                advice: .verifyFirst, intent: intent)
        case .inspectionOffline:
            self.init(
                .unexpectedOperation, phase: .collect, message: "a card cannot be inspected offline", advice: .never,
                intent: intent)
        case .surcharge(let error):
            self.init(
                error == .consentDeclined ? .canceled : error.isOfReader ? .notAvailable : .invalidParameter,
                phase: phase, message: error.description, advice: error.advice, intent: intent,
                detail: ErrorCode(error))
        case .conversion(let error):
            self.init(
                error == .notAvailable ? .notAvailable : .invalidParameter, phase: phase, message: error.description,
                advice: .never, intent: intent, detail: ErrorCode(error))
        case .tipping(let error):
            self.init(
                .invalidParameter, phase: .collect, message: error.description, advice: .never, intent: intent,
                detail: .readerTippingParameterInvalid)
        case .journal(let error): self.init(error, phase, intent)
        case .notStorable(let error): self.init(error, .collect, intent)
        case .notStored(let error, let id): self.init(notStored: error, id)
        case .notNoted(let error): self.init(notNoted: error)
        case .noCardStore:
            self.init(
                notOffline: "this journal keeps no card data: nothing is taken offline", intent)
        case .shared:
            self.init(notOffline: "a payment that a connected account has a share in is not taken offline", intent)
        case .stored(let standing, let id): self.init(standing, id)
        case .notRecorded: self.init(nil, phase, nil)
        case .unpaid(let state, let id): self.init(unpaid: state, id, phase)
        case .unknownLocal(let id):
            self.init(
                .resourceMissing, phase: phase, message: "the journal has nothing about \(id)", advice: .never)
        case .invalidRefund(let message):
            self.init(
                .invalidParameter, phase: phase, message: message, advice: .never, detail: .invalidRefundParameters)
        case .noCollectedCard:
            self.init(
                .unexpectedOperation, phase: phase,
                message: "there is no collected card, or nobody confirmed it in time: nothing was sent",
                advice: .collectAgain, detail: .nilRefundPaymentMethod)
        case .noHold(let id):
            self.init(
                .unexpectedState, phase: phase,
                message: "nothing is held on \(id) that could be finished: somebody else has captured or released it",
                advice: .never, intent: intent)
        case .missingConsent(let given):
            self.init(
                .invalidParameter, phase: phase,
                message:
                    "a card is saved only with the customer's consent: allow_redisplay always or limited, not '\(given)'",
                advice: .never, detail: .commandInvalidAllowRedisplay)
        case .keyedEntry:
            self.init(
                .notAvailable, phase: .collect,
                message: "the connected reader is not certified for keyed entry: nobody may type a card's number on it",
                advice: .never, detail: .featureNotAvailableWithConnectedReader)
        case .notSupported(let what):
            self.init(
                .notAvailable, phase: phase, message: "the connected reader \(what)", advice: .never,
                detail: .featureNotAvailableWithConnectedReader)
        case .setupOfOther(let known):
            let what = SetupIntent.isOffline(id: known.setupIntent) ? "stored" : "sent"
            self.init(
                .unexpectedState, phase: phase,
                message: """
                    a card of \(known.setupIntent) was \(what) for \(known.customer ?? "no customer") with \
                    allow_redisplay '\(known.allowRedisplay)' before
                    """,
                advice: .verifyFirst)
        case .keyOfRefund(let key, let made, let wish):
            self.init(
                .notExecuted,
                .keyUsed(key, "a refund of \(made.words), and \(wish.words) was asked for now"), phase)
        case .keyOfCall(let key, let made, let wish):
            self.init(.notExecuted, .keyUsed(key, "\(made.words), and \(wish.words) was asked for now"), phase)
        }
    }

    /// Describes why a reader was not connected.
    ///
    /// - Parameter error: The error of the last opening.
    init(connecting refusal: TerminalMachine.Answer.Refusal, _ error: TenderError?) {
        switch refusal {
        case .alreadyConnected(let message):
            self.init(.alreadyConnectedToReader, phase: .connect, message: message, advice: .never)
        case .notConnected(.timedOut): self = .openingTimedOut
        case .notConnected(.failed): self = error ?? .openingGivenUp
        case .notConnected(.givenUp), .busy, .noReader, .stoppedInLine, .canceled, .amount, .inspectionOffline,
            .surcharge,
            .conversion,
            .tipping,
            .editOffline, .reservedMetadata, .editInDoubt, .journal, .notNoted, .notStorable, .notStored, .noCardStore,
            .shared, .stored, .notRecorded, .unpaid, .unknownLocal, .invalidRefund, .noCollectedCard, .noHold,
            .missingConsent,
            .keyedEntry, .notSupported, .setupOfOther,
            .keyOfRefund, .keyOfCall:
            self = .openingGivenUp
        }
    }

    private init(refused amount: Amount, _ phase: Phase) {
        do {
            _ = try amount.gatewayUnits()
            let verb = phase == .capture ? "captured" : "charged"
            let more = phase == .create ? ": it must be above zero" : ""
            self.init(
                .invalidAmount, phase: phase, message: "\(amount) cannot be \(verb)\(more)", advice: .never)
        } catch {
            self.init(.invalidAmount, phase: phase, message: "\(error)", advice: .never)
        }
    }

    private init(notOffline message: String, _ intent: PaymentIntent?) {
        self.init(
            .offlineRefused, phase: .create, message: message, advice: .never, intent: intent,
            detail: .offlineNotEnabled)
    }
}

extension RefundParameters {
    fileprivate var words: String { amount.map { "\($0)" } ?? "all that is left" }
}

extension MoneyCall {
    fileprivate var words: String { kind.rawValue + (amount.map { " of \($0)" } ?? "") }
}

extension TenderError {
    /// Describes why a command on a stored payment is refused.
    init(_ standing: ForwarderAnswer.Standing, _ id: String) {
        let (message, advice): (String, RetryAdvice) =
            switch standing {
            case .absent: ("\(id) is not stored offline, or not any more", .never)
            case .underWay: ("\(id) is being forwarded at this moment", .sameCall)
            case .outcomeUnknown:
                ("the issuer may have been asked about \(id), and the answer is not known", .verifyFirst)
            case .notQuarantined: ("\(id) is not set aside", .never)
            case .quarantined: ("\(id) is set aside already", .never)
            }
        self.init(
            standing == .outcomeUnknown ? .outcomeUnknown : .unexpectedState, phase: .forward, message: message,
            advice: advice)
    }

    /// Describes a stored payment that has not been paid, so that it cannot be retrieved, captured or refunded, or a
    /// card that has not been saved.
    init(unpaid state: OfflinePayment.State, _ id: String, _ phase: Phase) {
        let isCard = SetupIntent.isOffline(id: id)
        let (done, end) = isCard ? ("saved", "no card was saved") : ("authorized", "nothing was paid")
        let (message, advice): (String, RetryAdvice) =
            switch state {
            case .stored, .forwarding: ("is stored offline, and not \(done) yet: forward it first", .sameCall)
            case .quarantined: ("is stored offline and set aside, and not \(done) yet", .verifyFirst)
            case .declined(let decline, _):
                ("was declined when it was forwarded (\(decline.reason)): \(end)", .never)
            case .deleted(let person): ("was deleted by \(person) before it was sent: \(end)", .never)
            case .approved(let intentID): ("was forwarded as \(intentID)", .sameCall)
            }
        self.init(.unexpectedState, phase: phase, message: "\(id) \(message)", advice: advice)
    }

    init(_ quarantine: OfflinePayment.Quarantine) {
        self.init(
            .unexpectedState, phase: .forward, message: "set aside: \(quarantine.message)", advice: .verifyFirst,
            detail: ErrorCode(quarantine.reason))
    }

    init(_ reason: UnknownOutcome.Reason, forwarding id: String) {
        self.init(
            .outcomeUnknown, phase: .forward, message: "what became of \(id) is not known: \(reason.sentence)",
            advice: .verifyFirst)
    }

    init(_ obstacle: ForwarderNotice.Obstacle) {
        switch obstacle {
        case .unreachable:
            self.init(
                .notConnectedToGateway, phase: .forward, message: "the gateway cannot be reached", advice: .sameCall)
        case .gatewayBusy:
            self.init(
                .rateLimited, phase: .forward, message: "the gateway is busy or fails: forwarding waits",
                advice: .sameCall)
        case .unauthorized:
            self.init(
                .authenticationFailed, phase: .forward, message: "the gateway refuses the credential: forwarding waits",
                advice: .never)
        case .journal:
            self.init(
                .journalUnavailable, phase: .forward, message: "the journal cannot be written: forwarding waits",
                advice: .sameCall)
        }
    }
}
