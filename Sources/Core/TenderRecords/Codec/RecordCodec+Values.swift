import TenderFlow
import TenderModel

// The values inside a record, each writer next to its reader.

extension RecordWriter {
    mutating func write(_ stamp: Stamp) {
        write(stamp.unixMilliseconds)
        write(stamp.upMilliseconds)
        write(fixed: stamp.boot)
    }
}

extension RecordReader {
    mutating func stamp() throws(RecordError) -> Stamp {
        Stamp(unixMilliseconds: try int64("time"), upMilliseconds: try int64("time"), boot: try fixed())
    }
}

extension RecordWriter {
    mutating func write(_ key: IdempotencyKey) { write(key.rawValue) }

    mutating func write(_ amount: Amount) {
        write(amount.minorUnits)
        write(amount.currency.code)
    }

    mutating func write(open value: some OpenEnum) { write(value.rawValue) }
}

extension RecordReader {
    mutating func key() throws(RecordError) -> IdempotencyKey { IdempotencyKey(try text("key")) }

    mutating func amount() throws(RecordError) -> Amount {
        let units = try int64("amount")
        let code = try text("currency")
        guard let currency = Currency(code), currency.code == code else { throw .malformed(field: "currency") }
        return Amount(minorUnits: units, currency: currency)
    }

    mutating func open<Value: OpenEnum>(_ field: String) throws(RecordError) -> Value {
        Value(rawValue: try text(field))
    }

    mutating func optionalOpen<Value: OpenEnum>(_ field: String) throws(RecordError) -> Value? {
        try flag(field) ? try open(field) : nil
    }
}

// MARK: - Terms: 0 for none, 1 for the record's own intent, 2 for another, which follows; 3 and 4 are these with the tip,
// 5 and 6 with everything that was added later, 7 and 8 with that and the currency that the customer chose; 9 and 10 are
// those of a card that awaits its issuer, with all of that and whether a currency was chosen

extension RecordWriter {
    mutating func write(_ terms: PaymentTerms?, of intentID: String) {
        guard let terms else { return write(byte: 0) }
        // Compares bytes, not characters: two texts that look the same may have different bytes.
        let isOwn = terms.intentID.utf8.elementsEqual(intentID.utf8)
        write(byte: (isOwn ? 1 : 2) + terms.generation)
        if !isOwn { write(terms.intentID) }
        write(terms.amount)
        write(terms.maximumTip)
        write(open: terms.captureMethod)
        write(terms.baseKey)
        write(terms.order)
        if terms.generation > 0 { write(terms.tip) }
        guard terms.generation > 2 else { return }
        write(terms.maximumSurcharge)
        write(terms.surcharge)
        write(terms.acceptsPartial)
        write(terms.authorized)
        if terms.awaitsIssuer {
            write(terms.conversion) { $0.write($1) }
        } else if let conversion = terms.conversion {
            write(conversion)
        }
    }

    mutating func write(_ conversion: ConversionChoice) {
        switch conversion {
        case .accepted(let amount):
            write(byte: 1)
            write(amount)
        case .declined: write(byte: 2)
        }
    }
}

extension PaymentTerms {
    /// How much more they say than the records of the first versions could, as the distance of their tag.
    fileprivate var generation: UInt8 {
        if awaitsIssuer { return 8 }
        if conversion != nil { return 6 }
        if maximumSurcharge != 0 || surcharge != nil || acceptsPartial || authorized != nil { return 4 }
        return tip == nil ? 0 : 2
    }
}

extension RecordReader {
    mutating func terms(of intentID: String) throws(RecordError) -> PaymentTerms? {
        let id: String
        let tag = try byte()
        switch tag {
        case 0: return nil
        case 1, 3, 5, 7, 9: id = intentID
        case 2, 4, 6, 8, 10:
            id = try text("terms")
            guard !id.utf8.elementsEqual(intentID.utf8) else { throw .malformed(field: "terms") }
        default: throw .unknownCase(field: "terms", tag: tag)
        }
        var terms = PaymentTerms(
            intentID: id, amount: try amount(), maximumTip: try int64("tip"), captureMethod: try open("capture method"),
            baseKey: try text("key"), order: try optionalText("order")
        )
        if tag > 2 { terms.tip = try optionalInt64("tip") }
        if tag > 4 {
            terms.maximumSurcharge = try int64("surcharge")
            terms.surcharge = try optionalInt64("surcharge")
            terms.acceptsPartial = try flag("partial")
            terms.authorized = try optionalInt64("authorized")
        }
        if tag > 8 {
            terms.awaitsIssuer = true
            terms.conversion = try optional("conversion") { reader throws(RecordError) in try reader.conversion() }
        } else if tag > 6 {
            terms.conversion = try conversion()
        }
        // Each content has one form.
        guard terms.generation == (tag - 1) & ~1 else { throw .malformed(field: "terms") }
        return terms
    }

    mutating func conversion() throws(RecordError) -> ConversionChoice {
        switch try byte() {
        case 1: .accepted(try amount())
        case 2: .declined
        case let other: throw .unknownCase(field: "conversion", tag: other)
        }
    }
}

// MARK: - What the gateway reported

extension RecordWriter {
    mutating func write(_ facts: IntentFacts) {
        write(facts.id)
        write(facts.amount)
        write(facts.tip)
        write(open: facts.status)
        write(facts.capturable)
        write(facts.received)
        write(facts.refunded)
        write(facts.charge)
        write(facts.decline) { $0.write($1) }
    }

    /// Writes facts after the first of these tags if they say what the first versions could, after the second with what
    /// was added later, after the third with that and the currency that the customer chose.
    mutating func write(_ facts: IntentFacts, tags: (UInt8, UInt8, UInt8)) {
        write(byte: facts.conversion != nil ? tags.2 : facts.hasAdditions ? tags.1 : tags.0)
        write(facts)
        guard facts.hasAdditions || facts.conversion != nil else { return }
        write(facts.requested)
        write(facts.surcharge)
        if let conversion = facts.conversion { write(conversion) }
    }

    mutating func write(_ decline: Decline) {
        write(decline.code)
        write(decline.declineCode)
        write(decline.message)
        write(decline.adviceCode)
    }
}

extension RecordReader {
    mutating func intentFacts() throws(RecordError) -> IntentFacts {
        IntentFacts(
            id: try text("facts"), amount: try amount(), tip: try int64("tip"), status: try open("status"),
            capturable: try optionalInt64("capturable"), received: try optionalInt64("received"),
            refunded: try int64("refunded"), charge: try optionalText("charge"),
            decline: try optional("decline") { reader throws(RecordError) in try reader.decline() }
        )
    }

    /// Reads facts with what was added later, which is left out if it says nothing.
    mutating func intentFactsWithAdditions() throws(RecordError) -> IntentFacts {
        let facts = try addedIntentFacts()
        guard facts.hasAdditions else { throw .malformed(field: "facts") }
        return facts
    }

    private mutating func addedIntentFacts() throws(RecordError) -> IntentFacts {
        var facts = try intentFacts()
        facts.requested = try optionalInt64("requested")
        facts.surcharge = try int64("surcharge")
        return facts
    }

    /// Reads facts with what was added later and the currency that the customer chose.
    mutating func convertedIntentFacts() throws(RecordError) -> IntentFacts {
        var facts = try addedIntentFacts()
        facts.conversion = try conversion()
        return facts
    }

    mutating func decline() throws(RecordError) -> Decline {
        Decline(
            code: try text("decline"), declineCode: try optionalText("decline"), message: try optionalText("decline"),
            adviceCode: try optionalText("decline")
        )
    }
}

extension IntentFacts {
    /// Whether they say more than the records of the first versions could.
    var hasAdditions: Bool { requested != nil || surcharge != 0 }
}

// MARK: - The card, as shown on a receipt

extension RecordWriter {
    mutating func write(_ card: CardDetails) {
        // The first byte also says whether the fields that came later follow at the end.
        write(byte: (card.brand == nil ? 0 : 1) + (card.hasLaterFields ? 2 : 0))
        if let brand = card.brand { write(open: brand) }
        write(card.last4)
        write(card.expMonth)
        write(card.expYear)
        write(card.funding) { $0.write(open: $1) }
        write(card.country)
        write(card.network)
        write(card.readMethod) { $0.write(open: $1) }
        write(card.receipt) { $0.write($1) }
        write(card.captureBefore)
        write(card.amountAuthorized)
        write(card.overcaptureSupported)
        write(card.incrementalAuthorizationSupported)
        guard card.hasLaterFields else { return }
        write(card.generatedCard)
        write(card.issuer)
        write(card.networkTransactionID)
        write(card.preferredLocales) { writer, locales in
            writer.write(count: UInt64(locales.count))
            for locale in locales { writer.write(locale) }
        }
        write(card.wallet?.type)
    }

    mutating func write(_ receipt: ReceiptDetails) {
        write(receipt.accountType)
        write(receipt.applicationPreferredName)
        write(receipt.dedicatedFileName)
        write(receipt.authorizationCode)
        write(receipt.authorizationResponseCode)
        write(receipt.applicationCryptogram)
        write(receipt.terminalVerificationResults)
        write(receipt.transactionStatusInformation)
        write(receipt.cardholderVerificationMethod)
    }
}

extension RecordReader {
    mutating func cardDetails() throws(RecordError) -> CardDetails {
        let first = try byte()
        guard first < 4 else { throw .malformed(field: "brand") }
        let hasBrand = first == 1 || first == 3
        var card = CardDetails(
            brand: hasBrand ? try open("brand") : nil,
            last4: try optionalText("card"), expMonth: try optionalInt("card"), expYear: try optionalInt("card"),
            funding: try optional("funding") { reader throws(RecordError) in try reader.open("funding") },
            country: try optionalText("card"), network: try optionalText("card"),
            readMethod: try optional("read method") { reader throws(RecordError) in try reader.open("read method") },
            receipt: try optional("receipt") { reader throws(RecordError) in try reader.receiptDetails() },
            captureBefore: try optionalInt64("capture before"), amountAuthorized: try optionalInt64("authorized"),
            overcaptureSupported: try optionalFlag("card"), incrementalAuthorizationSupported: try optionalFlag("card")
        )
        guard first > 1 else { return card }
        card.generatedCard = try optionalText("card")
        card.issuer = try optionalText("card")
        card.networkTransactionID = try optionalText("card")
        card.preferredLocales = try optional("locales") { reader throws(RecordError) in
            try reader.list("locale") { reader throws(RecordError) in try reader.text("locale") }
        }
        card.wallet = try optionalText("wallet").map { CardDetails.Wallet(type: $0) }
        guard card.hasLaterFields else { throw .malformed(field: "card") }
        return card
    }

    mutating func receiptDetails() throws(RecordError) -> ReceiptDetails {
        ReceiptDetails(
            accountType: try optionalText("receipt"), applicationPreferredName: try optionalText("receipt"),
            dedicatedFileName: try optionalText("receipt"), authorizationCode: try optionalText("receipt"),
            authorizationResponseCode: try optionalText("receipt"),
            applicationCryptogram: try optionalText("receipt"),
            terminalVerificationResults: try optionalText("receipt"),
            transactionStatusInformation: try optionalText("receipt"),
            cardholderVerificationMethod: try optionalText("receipt")
        )
    }
}

// MARK: - Refunds

extension RecordWriter {
    mutating func write(_ refund: RefundParameters) {
        write(refund.paymentIntent ?? "")
        write(refund.amount) { $0.write($1) }
        write(refund.reason) { $0.write(open: $1) }
        write(metadata: refund.metadata)
        write(refund.idempotencyKey)
    }

    mutating func write(metadata: [String: String]) {
        write(count: UInt64(metadata.count))
        for (key, value) in metadata.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            write(key)
            write(value)
        }
    }
}

extension RecordReader {
    mutating func refundParameters() throws(RecordError) -> RefundParameters {
        RefundParameters(
            paymentIntent: try text("refund"),
            amount: try optional("refund") { reader throws(RecordError) in try reader.amount() },
            reason: try optional("refund reason") { reader throws(RecordError) in try reader.open("refund reason") },
            metadata: try metadata(), idempotencyKey: try optionalText("refund")
        )
    }

    mutating func metadata() throws(RecordError) -> [String: String] {
        let count = try count("metadata")
        // Each entry takes at least two bytes: a larger count is invalid, and is refused before anything is allocated.
        guard count <= UInt64(remaining / 2) else { throw .truncated }
        var metadata: [String: String] = [:]
        var last: String?
        for _ in 0..<count {
            let key = try text("metadata")
            if let last, !last.utf8.lexicographicallyPrecedes(key.utf8) { throw .malformed(field: "metadata") }
            guard metadata.updateValue(try text("metadata"), forKey: key) == nil else {
                throw .malformed(field: "metadata")
            }
            last = key
        }
        return metadata
    }
}
