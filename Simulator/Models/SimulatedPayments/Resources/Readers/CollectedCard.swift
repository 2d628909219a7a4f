/// A card that a reader has read for a payment that is not yet authorized.
struct CollectedCard {
    let paymentIntent: String
    let paymentMethod: String
    /// When the reader forgets it.
    let until: Int64
}

extension Document {
    var collectedCard: CollectedCard? {
        get {
            guard let card = hidden["card"], let intent = card["payment_intent"]?.text,
                let method = card["payment_method"]?.text, let until = card["until"]?.number
            else { return nil }
            return CollectedCard(paymentIntent: intent, paymentMethod: method, until: until)
        }
        set {
            hidden["card"] = newValue.map { card in
                [
                    "payment_intent": .string(card.paymentIntent), "payment_method": .string(card.paymentMethod),
                    "until": .integer(card.until),
                ]
            }
        }
    }
}

extension Due {
    /// A card of the reader that it has read and nobody asked to charge.
    static func card(_ reader: String) -> Due { Due(reader) { $0.expireCard(of: $1, now: $2) } }
}

extension ResourceContext {
    /// The time that a reader keeps a card that was read for a payment, in seconds.
    ///
    /// Source: the API's public page on collecting card payments by the server.
    static let collectionLifetime: Int64 = 30

    /// Removes the card that was read from its intent, which is then as before; the caller puts the reader.
    mutating func dropCard(of reader: inout Document) {
        guard let card = reader.collectedCard else { return }
        reader.collectedCard = nil
        guard var intent = intents[card.paymentIntent], card.isAttached(to: intent) else { return }
        intent.detachCard()
        put(intent)
    }

    /// The parameters of an update after which the customer must be asked again.
    static let collectedFields = [
        "amount", "amount_details", "currency", "payment_method", "payment_method_data", "payment_method_types",
    ]

    /// Removes the card that a reader has read from its intent, with the tip: both were for the payment as it was.
    ///
    /// The caller puts the intent; the reader then has a card without an intent, which it forgets in time.
    func voidCollection(of intent: inout IntentRow) {
        guard intent.status == .requiresConfirmation, isCollected(intent) else { return }
        intent.detachCard()
    }

    private func isCollected(_ intent: IntentRow) -> Bool {
        guard let method = intent.paymentMethod.flatMap({ paymentMethods[$0] }), method.type.isPresent else {
            return false
        }
        return documents.ids(of: Document.shelf("terminal.reader", of: intent.account)).contains { id in
            documents[id]?.collectedCard?.isAttached(to: intent) ?? false
        }
    }

    /// Forgets the card that nobody asked to charge in time.
    fileprivate mutating func expireCard(of id: String, now: Int64) {
        guard var reader = documents[id], let card = reader.collectedCard, card.until <= now else { return }
        dropCard(of: &reader)
        put(reader)
    }
}

extension CollectedCard {
    func isAttached(to intent: IntentRow) -> Bool {
        intent.id == paymentIntent && intent.paymentMethod == paymentMethod && intent.status == .requiresConfirmation
    }
}

extension IntentRow {
    /// The tip in the amount.
    var tip: Int64 { more["amount_details"]?["tip"]?["amount"]?.number ?? 0 }

    /// Removes the card of a collection and its tip.
    fileprivate mutating func detachCard() {
        paymentMethod = nil
        status = .requiresPaymentMethod
        setTip(0)
    }

    /// Replaces the tip in the amount.
    mutating func setTip(_ tip: Int64) {
        dropSurcharge()
        let old = self.tip
        amount += tip - old
        let isShown = more["amount_details"]?["tip"]?["amount"] != nil
        guard tip != old || isShown else { return }
        setTipDetail(tip == 0 ? [:] : ["amount": .integer(tip)])
    }

    /// Shows the tip, even none, because the customer was asked for one.
    mutating func showTip(_ tip: Int64) { setTipDetail(["amount": .integer(tip)]) }

    private mutating func setTipDetail(_ tip: JSONValue) {
        var details: [String: JSONValue] = [:]
        if case .object(let members)? = more["amount_details"] { details = members }
        details["tip"] = tip
        more["amount_details"] = .object(details)
    }
}
