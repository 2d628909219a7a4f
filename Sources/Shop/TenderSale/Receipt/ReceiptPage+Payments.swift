import TenderModel

extension ReceiptPage {
    mutating func addLegs() {
        guard !receipt.legs.isEmpty else { return }
        lines.append(.rule)
        for leg in receipt.legs { addLeg(leg) }
    }

    private mutating func addLeg(_ leg: ReceiptLeg) {
        addRow(name(of: leg), amount(of: leg))
        if let tendered = leg.tendered { addFact(.cashGiven, format.number(tendered)) }
        if let change = leg.change { addFact(.change, format.number(change)) }
        if let card = leg.card { addCard(card) }
        addFact(.reference, leg.reference)
        addFact(.trace, leg.trace)
        addStanding(leg.standing)
    }

    private func name(of leg: ReceiptLeg) -> String {
        switch leg.method {
        case .cash: texts[.cash]
        case .card: leg.card?.applicationName ?? leg.card?.brand.map(\.displayName) ?? texts[.card]
        case .link: texts[.paidByLink]
        case .external("external"): texts[.otherPayment]
        case .external(let name): name
        }
    }

    /// Returns the amount of a payment; zero for a declined one, since the total already shows what was attempted.
    private func amount(of leg: ReceiptLeg) -> String {
        switch receipt.kind {
        case .refund, .void: format.magnitude(leg.amount)
        case .declined: format.number(Amount(minorUnits: 0, currency: leg.amount.currency))
        case .sale, .offline, .pending, .xReport, .zReport, .dayReport, .paidIn, .paidOut, .link, .sellerReport:
            format.number(Receipt.sum([leg.amount] + (leg.tip.map { [$0] } ?? [])) ?? leg.amount)
        }
    }

    private mutating func addCard(_ card: ReceiptCard) {
        if let last4 = card.last4 {
            // The application's name appears above; the brand is printed if it is a different word.
            let brand = card.applicationName == nil ? texts[.card] : card.brand.map(\.displayName) ?? texts[.card]
            addFact(brand, "**** " + last4)
        }
        if let entry = card.entry { add(texts[entry.phrase], indent: 2) }
        addFact("AID", card.aid)
        addFact(.authorizationCode, card.authorizationCode)
        if let verification = card.verification { add(texts[verification.phrase], indent: 2) }
        for datum in card.chipData { addFact(datum.name, datum.value) }
    }

    private mutating func addStanding(_ standing: ReceiptLeg.Standing) {
        switch standing {
        case .settled, .declined: return
        case .unknown: add(texts[.unconfirmed], indent: 2)
        case .offline: add(texts[.notAuthorized], indent: 2)
        case .accepted(let manager, let reason):
            add(texts[.unconfirmed], indent: 2)
            addFact(.acceptedBy, manager)
            addFact(.reason, ReasonCode.words(ofStored: CardNumbers.masked(reason), in: receipt.locale.language))
        }
    }

    private mutating func addFact(_ phrase: Translation, _ value: String?) { addFact(texts[phrase], value) }

    private mutating func addFact(_ name: String, _ value: String?) { addRow(name, value, indent: 2) }
}

extension ReceiptCard.Entry {
    var phrase: Translation {
        switch self {
        case .chip: .chip
        case .contactless: .contactless
        case .swipe: .swipe
        case .keyed: .keyed
        }
    }
}

extension ReceiptCard.Verification {
    /// The words on a receipt.
    public var phrase: Translation {
        switch self {
        case .pin: .pin
        case .pinAndSignature: .pinAndSignature
        case .device: .device
        case .signature: .signature
        case .none: .noVerification
        case .failed: .verificationFailed
        }
    }
}
