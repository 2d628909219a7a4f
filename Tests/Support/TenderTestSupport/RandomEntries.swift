public import TenderFlow
import TenderModel

/// Journal records drawn at random from a seed: every case, with short, empty, long and strange contents.
public struct RandomEntries: Sendable {
    private var random: SplitMix64

    /// Begins the sequence of a seed.
    public init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// The number of cases of an event; that many entries include one of each.
    public static let eventCount = 16

    private var count = 0

    /// Returns the next record.
    ///
    /// - Parameter intentID: The payment; drawn if `nil`.
    public mutating func next(intentID: String? = nil) -> JournalEntry {
        defer { count += 1 }
        if count % Self.eventCount == 15 { return JournalEntry(shop: shop()) }
        let id = intentID ?? text()
        return JournalEntry(
            intentID: id, attempt: random.pick([0, 1, 2, 63, 64, 1_000_000]), terms: maybe { $0.terms(id) },
            event: event(count % Self.eventCount))
    }

    /// Returns a moment, sometimes an extreme one.
    public mutating func stamp() -> Stamp {
        Stamp(unixMilliseconds: number(), upMilliseconds: number(), boot: random.next())
    }

    private mutating func event(_ index: Int) -> JournalEntry.Event {
        switch index {
        case 0: .attemptOpened(reader: maybe { $0.text() }, chargeBefore())
        case 1: .cancelAsked(random.pick([.stop, .reverseIfApproved]), by: random.pick(CancelOrigin.allCases))
        case 2: .requestLeaving(request(), send: send())
        case 3: .settled(request(), conclusion(), receipt: maybe { $0.card() })
        case 4: .claimed
        case 5: .acknowledged(by: text())
        case 6: .refundLeaving(refund(), key(), send: send())
        case 7: .requestSettled(key(), end())
        case 8: .offline(offline())
        case 9: .callLeaving(call(), key(), send: send())
        case 10: .requestTold(key())
        case 11: .holdDecided(holdRule())
        case 12: .setupLeaving(setup(), key(), send: send())
        case 13: .concluding(facts())
        default: .terminal(terminal())
        }
    }

    private mutating func holdRule() -> HoldRule {
        HoldRule(
            random.pick(HoldRule.Action.allCases),
            random.chance(50) ? .olderThan(number()) : .endsWithin(number()))
    }

    private mutating func shop() -> ShopRecord {
        let body = (0..<random.pick([0, 1, 127, 128, 300])).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        return ShopRecord(kind: random.pick(["event", "é", "x"]), version: UInt8(random.next() % 256), body: body)
    }

    private mutating func terminal() -> TerminalRecord {
        switch random.next() % 7 {
        case 0:
            .leaving(
                TerminalCommand(
                    random.pick(TerminalCommand.Kind.allCases), key: key(), terminal: text(), amount: amount(),
                    receipt: maybe { Int($0.number()) }, lastReceipt: maybe { Int($0.number()) }, batch: Int(number())))
        case 1:
            .told(
                key(),
                TerminalStatement(
                    isSuccess: random.chance(50), code: text(), amount: maybe { $0.number() },
                    receipt: maybe { Int($0.number()) }, trace: maybe { Int($0.number()) }, card: maybe { $0.card() },
                    provenance: maybe { random in
                        TerminalStatement.Provenance(
                            terminal: random.maybe { $0.text() }, currency: random.maybe { $0.text() },
                            originalTrace: random.maybe { Int($0.number()) })
                    }))
        case 2: .ended(key(), .notExecuted(code: text()))
        case 3: .ended(key(), .contradicted)
        case 4: .ended(key(), .decided(isExecuted: random.chance(50), by: text()))
        case 5: .canceled
        default: .batchClosing
        }
    }

    private mutating func end() -> RequestEnd {
        RequestEnd(
            random.pick(RequestMachine.Result.allCases), object: maybe { $0.text() }, isTold: random.chance(50))
    }

    private mutating func setup() -> CardSetup {
        CardSetup(
            setupIntent: text(), customer: maybe { $0.text() },
            allowRedisplay: random.pick([.always, .limited, .unknown("other")]))
    }

    private mutating func call() -> MoneyCall {
        MoneyCall(
            random.pick(MoneyCall.Kind.allCases), subject: maybe { $0.text() }, account: maybe { $0.text() },
            amount: maybe { $0.amount() },
            fields: (0..<random.pick([0, 1, 3])).map { _ in MoneyCall.Field(text(), text()) })
    }

    private mutating func send() -> Int { random.pick([1, 2, 63, 64, 1_000_000]) }

    private mutating func offline() -> OfflineEvent {
        switch random.next() % 9 {
        case 0: .stored(sale())
        case 1: .forwarding(key(), send: send())
        case 2: .created(intentID: text())
        case 3: .forwarded(.approved(facts()))
        case 4: .forwarded(.declined(decline(), intentID: text()))
        case 5: .quarantined(.init(random.pick(OfflinePayment.Quarantine.Reason.allCases), message: text()))
        case 6: .released
        case 7:
            .forwarded(
                .saved(
                    SetupFacts(
                        id: text(), status: random.pick([.succeeded, .canceled, .unknown("later")]),
                        generatedCard: maybe { $0.text() })))
        default: .deleted(by: text())
        }
    }

    private mutating func sale() -> OfflineSale {
        let limits = OfflineLimits(
            perPayment: amounts(), stored: amounts(), count: Int(number()), oldestAge: duration(),
            forwardWithin: duration())
        return OfflineSale(
            random.chance(50) ? .payment(parameters()) : .setup(setup()), card: card(), reader: maybe { $0.text() },
            payloadDigest: text(), limits: limits,
            mayBeCreated: random.chance(50))
    }

    private mutating func setup() -> OfflineSetupWish {
        let parameters = SetupIntentParameters(
            customer: maybe { $0.text() },
            paymentMethodTypes: random.pick([[], [.cardPresent], [.card, .unknown("later")]]),
            usage: maybe { $0.random.pick(SetupFutureUsage.known + [.unknown("later")]) },
            description: maybe { $0.text() }, onBehalfOf: maybe { $0.text() },
            metadata: random.pick([[:], ["a": "b"]]), idempotencyKey: maybe { $0.text() })
        return OfflineSetupWish(parameters, allowRedisplay: random.pick([.always, .limited, .unspecified]))
    }

    private mutating func parameters() -> PaymentIntentParameters {
        var parameters = plainParameters()
        guard random.chance(50) else { return parameters }
        parameters.automaticPaymentMethods = maybe { random in
            AutomaticPaymentMethods(
                isEnabled: random.random.chance(50), allowRedirects: random.maybe { _ in .never })
        }
        parameters.paymentMethodOptions = maybe { random in
            PaymentMethodOptions(cardPresent: random.maybe { $0.cardPresentOptions() })
        }
        parameters.setupFutureUsage = maybe { $0.random.pick(SetupFutureUsage.known + [.unknown("later")]) }
        parameters.shipping = maybe { random in
            ShippingDetails(
                address: Address(
                    line1: random.maybe { $0.text() }, line2: random.maybe { $0.text() },
                    city: random.maybe { $0.text() }, state: random.maybe { $0.text() },
                    postalCode: random.maybe { $0.text() }, country: random.maybe { $0.text() }),
                name: random.maybe { $0.text() }, phone: random.maybe { $0.text() },
                carrier: random.maybe { $0.text() }, trackingNumber: random.maybe { $0.text() })
        }
        parameters.statementDescriptor = maybe { $0.text() }
        return parameters
    }

    private mutating func cardPresentOptions() -> CardPresentOptions {
        let requests = CardPresentRequest.known + [.unknown("later")]
        return CardPresentOptions(
            captureMethod: maybe { $0.random.pick(CardPresentCaptureMethod.known + [.unknown("later")]) },
            requestExtendedAuthorization: maybe { $0.random.chance(50) },
            requestIncrementalAuthorizationSupport: maybe { $0.random.chance(50) },
            requestMulticapture: maybe { $0.random.pick(requests) },
            requestPartialAuthorization: maybe { $0.random.pick(requests) },
            requestReauthorization: maybe { $0.random.pick(requests) },
            requestedPriority: maybe { $0.random.pick(CardPresentRouting.known + [.unknown("later")]) })
    }

    private mutating func plainParameters() -> PaymentIntentParameters {
        PaymentIntentParameters(
            amount(), captureMethod: random.pick(CaptureMethod.known + [.unknown("later")]),
            paymentMethodTypes: random.chance(50) ? [.cardPresent, .unknown("new")] : [],
            description: maybe { $0.text() }, customer: maybe { $0.text() }, receiptEmail: maybe { $0.text() },
            statementDescriptorSuffix: maybe { $0.text() }, order: maybe { $0.text() }, metadata: metadata(),
            idempotencyKey: maybe { $0.text() })
    }

    private mutating func amounts() -> [Amount] { random.chance(50) ? [amount(), amount()] : [] }

    private mutating func duration() -> Duration {
        Duration(secondsComponent: number(), attosecondsComponent: 0) + (random.chance(50) ? .milliseconds(1) : .zero)
    }

    private mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? {
        random.chance(50) ? make(&self) : nil
    }

    private mutating func number() -> Int64 {
        switch random.next() % 8 {
        case 0: random.pick([.min, .max, 0, -1, 63, 64, -64, -65])
        case 1: Int64(bitPattern: random.next())
        default: Int64(random.next() % 100_000)
        }
    }

    private mutating func text() -> String {
        switch random.next() % 8 {
        case 0: random.pick(["", "é", "e\u{301}", "\u{0}", "🇩🇪", "\u{FEFF}x", String(repeating: "long ", count: 60)])
        default: "pi_" + String(random.next(), radix: 36)
        }
    }

    private mutating func key() -> IdempotencyKey { IdempotencyKey(text()) }

    private mutating func amount() -> Amount {
        Amount(minorUnits: number(), currency: random.pick([.eur, .usd, .jpy, .kwd]))
    }

    private mutating func terms(_ id: String) -> PaymentTerms {
        PaymentTerms(
            intentID: random.chance(90) ? id : text(), amount: amount(), maximumTip: number(),
            tip: maybe { $0.number() }, maximumSurcharge: random.pick([0, 0, number()]),
            surcharge: random.chance(80) ? nil : number(), conversion: random.chance(80) ? nil : conversion(),
            acceptsPartial: random.chance(20), awaitsIssuer: random.chance(20),
            authorized: random.chance(80) ? nil : number(),
            captureMethod: random.pick(CaptureMethod.known + [.unknown("later")]), baseKey: text(),
            order: maybe { $0.text() })
    }

    private mutating func chargeBefore() -> JournalEntry.ChargeBefore {
        switch random.next() % 3 {
        case 0: .none
        case 1: .charge(text())
        default: .unknown
        }
    }

    private mutating func request() -> PaymentRequest {
        switch random.next() % 8 {
        case 0: .attach(key())
        case 1: .confirm(key())
        case 2: .capture(key(), amount: maybe { $0.number() }, applicationFee: maybe { $0.number() })
        case 3: .cancel(key())
        case 4: .refund(key())
        case 5: .retrieve
        case 6: .increment(key(), amount: number())
        default: .findRefund(key())
        }
    }

    private mutating func conclusion() -> Conclusion {
        switch random.next() % 6 {
        case 0: .approved(facts())
        case 1: .declined(decline(), charge: maybe { $0.text() })
        case 2: .canceled(by: random.pick(CancelOrigin.allCases))
        case 3: .notExecuted(random.pick(GatewayReply.Refusal.allCases))
        case 4: .unknown(random.pick(UnknownOutcome.Reason.allCases))
        default: .journalUnavailable
        }
    }

    private mutating func decline() -> Decline {
        Decline(
            code: text(), declineCode: maybe { $0.text() }, message: maybe { $0.text() },
            adviceCode: maybe { $0.text() })
    }

    private mutating func facts() -> IntentFacts {
        IntentFacts(
            id: text(), amount: amount(), tip: number(),
            status: random.pick(PaymentIntentStatus.known + [.unknown("brand_new")]),
            capturable: maybe { $0.number() }, received: maybe { $0.number() }, refunded: number(),
            charge: maybe { $0.text() }, decline: maybe { $0.decline() },
            requested: random.chance(80) ? nil : number(), surcharge: random.pick([0, 0, number()]),
            conversion: random.chance(80) ? nil : conversion())
    }

    private mutating func conversion() -> ConversionChoice { random.chance(50) ? .declined : .accepted(amount()) }

    private mutating func card() -> CardDetails {
        var card = plainCard()
        guard random.chance(50) else { return card }
        card.generatedCard = maybe { $0.text() }
        card.issuer = maybe { $0.text() }
        card.networkTransactionID = maybe { $0.text() }
        card.preferredLocales = maybe { random in (0..<random.random.pick([0, 1, 3])).map { _ in random.text() } }
        card.wallet = maybe { CardDetails.Wallet(type: $0.text()) }
        return card
    }

    private mutating func plainCard() -> CardDetails {
        CardDetails(
            brand: maybe { $0.random.pick(CardBrand.known + [.unknown("new")]) }, last4: maybe { $0.text() },
            expMonth: maybe { Int($0.number()) }, expYear: maybe { Int($0.number()) },
            funding: maybe { $0.random.pick(CardFunding.known) }, country: maybe { $0.text() },
            network: maybe { $0.text() }, readMethod: maybe { $0.random.pick(ReadMethod.known) },
            receipt: maybe { $0.receipt() }, captureBefore: maybe { $0.number() },
            amountAuthorized: maybe { $0.number() }, overcaptureSupported: maybe { $0.random.chance(50) },
            incrementalAuthorizationSupported: maybe { $0.random.chance(50) })
    }

    private mutating func receipt() -> ReceiptDetails {
        ReceiptDetails(
            accountType: maybe { $0.text() }, applicationPreferredName: maybe { $0.text() },
            dedicatedFileName: maybe { $0.text() }, authorizationCode: maybe { $0.text() },
            authorizationResponseCode: maybe { $0.text() }, applicationCryptogram: maybe { $0.text() },
            terminalVerificationResults: maybe { $0.text() }, transactionStatusInformation: maybe { $0.text() },
            cardholderVerificationMethod: maybe { $0.text() })
    }

    private mutating func refund() -> RefundParameters {
        var refund = RefundParameters(
            paymentIntent: text(), amount: maybe { $0.amount() },
            reason: maybe { $0.random.pick(RefundReason.known + [.unknown("other")]) },
            reversesTransfer: random.chance(50), refundsApplicationFee: random.chance(50), metadata: metadata(),
            idempotencyKey: maybe { $0.text() })
        refund.isCardPresented = random.chance(30)
        if random.chance(30) { (refund.paymentIntent, refund.charge) = (nil, text()) }
        return refund
    }

    private mutating func metadata() -> [String: String] {
        var metadata: [String: String] = [:]
        for _ in 0..<random.next() % 4 { metadata[text()] = text() }
        return metadata
    }
}
