import TenderFlow
import TenderModel

// The records of a payment, or a card to be saved, that was accepted offline.

extension RecordWriter {
    mutating func write(_ event: OfflineEvent) {
        switch event {
        case .stored(let sale):
            switch sale.wish {
            case .payment(let parameters):
                // The fields that came later follow in a form of its own.
                write(byte: parameters.hasLaterFields ? 10 : 1)
                write(parameters)
            case .setup(let wish):
                write(byte: 11)
                write(wish)
            }
            write(sale)
        case .forwarding(let key, let send):
            write(byte: 2)
            write(key)
            write(send)
        case .created(let intentID):
            write(byte: 3)
            write(intentID)
        case .forwarded(.approved(let facts)):
            write(facts, tags: (4, 9, 13))
        case .forwarded(.declined(let decline, let intentID)):
            write(byte: 5)
            write(decline)
            write(intentID)
        case .forwarded(.saved(let facts)):
            write(byte: 12)
            write(facts)
        case .quarantined(let quarantine):
            write(byte: 6)
            write(tag: quarantine.reason)
            write(quarantine.message)
        case .released: write(byte: 7)
        case .deleted(let person):
            write(byte: 8)
            write(person)
        }
    }

    /// Writes what is common to a payment and a card to be saved.
    private mutating func write(_ sale: OfflineSale) {
        write(sale.card)
        write(sale.reader)
        write(sale.payloadDigest)
        write(sale.limits)
        write(sale.mayBeCreated)
    }

    private mutating func write(_ wish: OfflineSetupWish) {
        let parameters = wish.parameters
        write(parameters.customer)
        write(count: UInt64(parameters.paymentMethodTypes.count))
        for type in parameters.paymentMethodTypes { write(open: type) }
        write(parameters.usage) { $0.write(open: $1) }
        write(parameters.description)
        write(parameters.onBehalfOf)
        write(metadata: parameters.metadata)
        write(parameters.idempotencyKey)
        write(open: wish.allowRedisplay)
    }

    private mutating func write(_ facts: SetupFacts) {
        write(facts.id)
        write(open: facts.status)
        write(facts.generatedCard)
    }

    private mutating func write(_ parameters: PaymentIntentParameters) {
        write(parameters.amount)
        write(open: parameters.captureMethod)
        write(count: UInt64(parameters.paymentMethodTypes.count))
        for type in parameters.paymentMethodTypes { write(open: type) }
        write(parameters.description)
        write(parameters.customer)
        write(parameters.receiptEmail)
        write(parameters.statementDescriptorSuffix)
        write(parameters.order)
        write(metadata: parameters.metadata)
        write(parameters.idempotencyKey)
        if parameters.hasLaterFields { writeLater(parameters) }
    }

    private mutating func writeLater(_ parameters: PaymentIntentParameters) {
        write(parameters.automaticPaymentMethods) { writer, automatic in
            writer.write(automatic.isEnabled)
            writer.write(automatic.allowRedirects) { $0.write(open: $1) }
        }
        write(parameters.paymentMethodOptions) { writer, options in
            writer.write(options.cardPresent) { $0.write($1) }
        }
        write(parameters.setupFutureUsage) { $0.write(open: $1) }
        write(parameters.shipping) { $0.write($1) }
        write(parameters.statementDescriptor)
    }

    private mutating func write(_ options: CardPresentOptions) {
        write(options.captureMethod) { $0.write(open: $1) }
        write(options.requestExtendedAuthorization)
        write(options.requestIncrementalAuthorizationSupport)
        write(options.requestMulticapture) { $0.write(open: $1) }
        write(options.requestPartialAuthorization) { $0.write(open: $1) }
        write(options.requestReauthorization) { $0.write(open: $1) }
        write(options.routing) { writer, routing in writer.write(routing.requestedPriority) { $0.write(open: $1) } }
    }

    private mutating func write(_ shipping: ShippingDetails) {
        let address = shipping.address
        for text in [
            address.line1, address.line2, address.city, address.state, address.postalCode, address.country,
            shipping.name, shipping.phone, shipping.carrier, shipping.trackingNumber,
        ] { write(text) }
    }

    private mutating func write(_ limits: OfflineLimits) {
        for amounts in [limits.perPayment, limits.stored] {
            write(count: UInt64(amounts.count))
            for amount in amounts { write(amount) }
        }
        write(limits.count)
        write(limits.oldestAge)
        write(limits.forwardWithin)
    }

    /// Writes seconds and attoseconds, so that nothing is rounded.
    private mutating func write(_ duration: Duration) {
        write(duration.components.seconds)
        write(duration.components.attoseconds)
    }
}

extension RecordReader {
    mutating func offlineEvent() throws(RecordError) -> OfflineEvent {
        switch try byte() {
        case 1: .stored(try offlineSale(.payment(try intentParameters(hasLaterFields: false))))
        case 10: .stored(try offlineSale(.payment(try intentParameters(hasLaterFields: true))))
        case 11: .stored(try offlineSale(.setup(try setupWish())))
        case 2: .forwarding(try key(), send: try int("send", in: RecordCodec.sends))
        case 3: .created(intentID: try text("intent"))
        case 4: .forwarded(.approved(try intentFacts()))
        case 5: .forwarded(.declined(try decline(), intentID: try text("intent")))
        case 6: .quarantined(OfflinePayment.Quarantine(try tag("quarantine"), message: try text("quarantine")))
        case 7: .released
        case 8: .deleted(by: try text("person"))
        case 9: .forwarded(.approved(try intentFactsWithAdditions()))
        case 12: .forwarded(.saved(try setupFacts()))
        case 13: .forwarded(.approved(try convertedIntentFacts()))
        case let other: throw .unknownCase(field: "offline event", tag: other)
        }
    }

    private mutating func offlineSale(_ wish: OfflineSale.Wish) throws(RecordError) -> OfflineSale {
        OfflineSale(
            wish, card: try cardDetails(), reader: try optionalText("reader"), payloadDigest: try text("payload"),
            limits: try offlineLimits(), mayBeCreated: try flag("created"))
    }

    private mutating func setupWish() throws(RecordError) -> OfflineSetupWish {
        let customer = try optionalText("customer")
        let types: [PaymentMethodType] = try list("type") { reader throws(RecordError) in try reader.open("type") }
        let parameters = SetupIntentParameters(
            customer: customer, paymentMethodTypes: types, usage: try optionalOpen("usage"),
            description: try optionalText("description"), onBehalfOf: try optionalText("account"),
            metadata: try metadata(), idempotencyKey: try optionalText("key"))
        return OfflineSetupWish(parameters, allowRedisplay: try open("setup"))
    }

    private mutating func setupFacts() throws(RecordError) -> SetupFacts {
        SetupFacts(id: try text("setup"), status: try open("status"), generatedCard: try optionalText("card"))
    }

    private mutating func intentParameters(
        hasLaterFields: Bool
    ) throws(RecordError) -> PaymentIntentParameters {
        let (amount, method): (Amount, CaptureMethod) = (try amount(), try open("capture method"))
        let types: [PaymentMethodType] = try list("type") { reader throws(RecordError) in try reader.open("type") }
        var parameters = PaymentIntentParameters(
            amount, captureMethod: method, paymentMethodTypes: types, description: try optionalText("description"),
            customer: try optionalText("customer"), receiptEmail: try optionalText("address"),
            statementDescriptorSuffix: try optionalText("descriptor"), order: try optionalText("order"),
            metadata: try metadata(), idempotencyKey: try optionalText("key")
        )
        guard hasLaterFields else { return parameters }
        try readLater(&parameters)
        guard parameters.hasLaterFields else { throw .malformed(field: "parameters") }
        return parameters
    }

    private mutating func readLater(_ parameters: inout PaymentIntentParameters) throws(RecordError) {
        parameters.automaticPaymentMethods = try optional("methods") { reader throws(RecordError) in
            AutomaticPaymentMethods(
                isEnabled: try reader.flag("methods"), allowRedirects: try reader.optionalOpen("methods"))
        }
        parameters.paymentMethodOptions = try optional("options") { reader throws(RecordError) in
            PaymentMethodOptions(
                cardPresent: try reader.optional("options") { reader throws(RecordError) in
                    try reader.cardPresentOptions()
                })
        }
        parameters.setupFutureUsage = try optionalOpen("future usage")
        parameters.shipping = try optional("shipping") { reader throws(RecordError) in try reader.shipping() }
        parameters.statementDescriptor = try optionalText("descriptor")
    }

    private mutating func cardPresentOptions() throws(RecordError) -> CardPresentOptions {
        var options = CardPresentOptions(
            captureMethod: try optionalOpen("capture method"), requestExtendedAuthorization: try optionalFlag("option"),
            requestIncrementalAuthorizationSupport: try optionalFlag("option"),
            requestMulticapture: try optionalOpen("option"), requestPartialAuthorization: try optionalOpen("option"),
            requestReauthorization: try optionalOpen("option"))
        options.routing = try optional("routing") { reader throws(RecordError) in
            CardPresentOptions.Routing(requestedPriority: try reader.optionalOpen("routing"))
        }
        return options
    }

    private mutating func shipping() throws(RecordError) -> ShippingDetails {
        let address = Address(
            line1: try optionalText("shipping"), line2: try optionalText("shipping"),
            city: try optionalText("shipping"), state: try optionalText("shipping"),
            postalCode: try optionalText("shipping"), country: try optionalText("shipping"))
        return ShippingDetails(
            address: address, name: try optionalText("shipping"), phone: try optionalText("shipping"),
            carrier: try optionalText("shipping"), trackingNumber: try optionalText("shipping"))
    }

    private mutating func offlineLimits() throws(RecordError) -> OfflineLimits {
        let single = try list("limit") { reader throws(RecordError) in try reader.amount() }
        let stored = try list("limit") { reader throws(RecordError) in try reader.amount() }
        return OfflineLimits(
            perPayment: single, stored: stored, count: try int("limit"), oldestAge: try duration(),
            forwardWithin: try duration())
    }

    /// Reads whole seconds and the remainder, of the same sign, as in `Duration`.
    private mutating func duration() throws(RecordError) -> Duration {
        let (seconds, rest) = (try int64("duration"), try int64("duration"))
        let isWhole =
            rest.magnitude < 1_000_000_000_000_000_000 && (seconds == 0 || rest == 0 || (seconds < 0) == (rest < 0))
        guard isWhole else { throw .malformed(field: "duration") }
        return Duration(secondsComponent: seconds, attosecondsComponent: rest)
    }

    mutating func list<Value>(
        _ field: String, _ body: (inout RecordReader) throws(RecordError) -> Value
    ) throws(RecordError) -> [Value] {
        let count = try count(field)
        // Each value takes at least a byte: a larger count is invalid, and is refused before anything is allocated.
        guard count <= UInt64(remaining) else { throw .truncated }
        var values: [Value] = []
        for _ in 0..<count { values.append(try body(&self)) }
        return values
    }
}

extension OfflinePayment.Quarantine.Reason: RecordTag {
    var recordTag: UInt8 {
        switch self {
        case .requested: 1
        case .tooOld: 2
        case .payloadMissing: 3
        case .payloadDamaged: 4
        case .refused: 5
        case .answerMismatch: 6
        case .outcomeUnknown: 7
        case .canceledElsewhere: 8
        case .tooManyAttempts: 9
        case .unclaimed: 10
        }
    }
}
