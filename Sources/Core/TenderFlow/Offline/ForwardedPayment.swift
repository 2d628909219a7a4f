import TenderModel

/// One stored payment, or one stored card to be saved, in the forwarder.
struct ForwardedPayment: Hashable, Sendable, Codable {
    /// What the payment is waiting for.
    enum Step: Hashable, Sendable, Codable {
        /// The turn.
        case waiting
        /// The card data.
        case reading(Serial)
        /// The search for its intent.
        case finding(Serial)
        /// The record that the request for its intent is about to leave.
        case leaving(Serial)
        /// The answer to that request.
        case creating(Serial)
        /// The record of its PaymentIntent.
        case noting(Serial, IntentFacts)
        /// The record of its SetupIntent.
        case notingSetup(Serial, String)
        /// The record of the attempt on its PaymentIntent.
        case opening(Serial)
        /// The first answer of the payment machine, or of the request that saves the card.
        case confirming
        /// The end of that, which is still asking; the other payments continue.
        case aside
        /// The record of its result.
        case settling(Serial, OfflineResult)
        /// Another attempt to record its result.
        case unsettled(OfflineResult)
        /// The record that it is set aside, and whether somebody requested that.
        case quarantining(Serial, OfflinePayment.Quarantine, isAsked: Bool)
        /// A person's decision.
        case quarantined(OfflinePayment.Quarantine)
        /// The record of its release.
        case releasing(Serial, OfflinePayment.Quarantine)
        /// The record of its deletion, and why it was set aside before, if it was.
        case deleting(Serial, OfflinePayment.Quarantine?)
    }

    let id: String
    let sale: OfflineSale
    /// The base of the keys of its first intent.
    let baseKey: String
    /// The shop's order.
    let order: String?
    /// A day before it was stored, in seconds since 1970: its PaymentIntent is not older.
    let earliest: Int64
    /// The ordinal of the intent that it is forwarded as, from 1.
    var attempt: Int
    /// The number of intents tried without a person's decision in between.
    var tries = 1
    /// The number of times that the request for the intent was sent.
    var sends: Int
    /// Whether the PaymentIntent may already exist.
    var mayBeCreated: Bool
    /// The PaymentIntent or SetupIntent.
    var intentID: String?
    /// The number of times that the gateway failed on it.
    var failures = 0
    /// What it is waiting for.
    var step = Step.waiting
    /// Whether the record that it is set aside has yet to be written.
    var owesQuarantine = false
    /// The payment machine that will report the outcome of the PaymentIntent, or the request that saves the card.
    var following: Serial?
    /// The key under which a card was sent with the SetupIntent before, if one was.
    var sentKey: IdempotencyKey?
    /// Whether the PaymentIntent's requests are an earlier process's, so that the forwarder must claim an approval.
    var isFollowed = false

    init(_ work: OfflineWork, isNew: Bool) {
        id = work.id
        sale = work.offline.sale
        baseKey = work.baseKey
        order = work.order
        earliest = max(0, work.offline.stored.unixMilliseconds / 1000 - 86_400)
        attempt = work.offline.attempt
        sends = work.offline.creation?.sends ?? 0
        mayBeCreated = !isNew || sale.mayBeCreated
        intentID = work.offline.intentID
        if let quarantine = work.offline.quarantine { step = .quarantined(quarantine) }
    }

    /// Whether no other payment may be forwarded in the meantime.
    var isActive: Bool {
        switch step {
        case .reading, .finding, .leaving, .creating, .noting, .notingSetup, .opening, .confirming: true
        case .waiting, .aside, .settling, .unsettled, .quarantining, .quarantined, .releasing, .deleting: false
        }
    }

    /// Whether it is set aside for a person, or a record about that is in progress.
    var isSetAside: Bool {
        switch step {
        case .quarantining, .quarantined, .releasing: true
        case .waiting, .reading, .finding, .leaving, .creating, .noting, .notingSetup, .opening, .confirming, .aside,
            .settling, .unsettled, .deleting:
            false
        }
    }

    /// The base of this intent's keys; each intent has its own.
    var base: String { attempt == 1 ? baseKey : "\(baseKey)~\(attempt)" }

    /// The key of the request that creates it.
    var createKey: IdempotencyKey {
        IdempotencyKey(base: base, attempt: 0, verb: sale.setup == nil ? "create" : "setup")
    }

    /// The key under which the card is saved.
    var setupKey: IdempotencyKey { sentKey ?? IdempotencyKey(base: base, attempt: 1, verb: "setup") }

    /// Returns the parameters of the PaymentIntent: always the same for the same key.
    func parameters(_ wish: PaymentIntentParameters) -> PaymentIntentParameters {
        var parameters = wish
        parameters.metadata[PaymentIntent.attemptMetadata] = base
        parameters.idempotencyKey = base
        return parameters
    }

    /// Returns the parameters of the SetupIntent: always the same for the same key.
    func parameters(_ wish: OfflineSetupWish) -> SetupIntentParameters {
        var parameters = wish.parameters
        parameters.metadata[PaymentIntent.attemptMetadata] = base
        parameters.idempotencyKey = base
        return parameters
    }

    /// Returns the terms of the PaymentIntent.
    func terms(_ intentID: String, _ wish: PaymentIntentParameters) -> PaymentTerms {
        PaymentTerms(
            intentID: intentID, amount: wish.amount, captureMethod: wish.captureMethod, baseKey: base, order: order)
    }

    /// Continues with another intent, because the previous one holds and has saved nothing.
    mutating func beginNextAttempt() {
        attempt += 1
        tries += 1
        sends = 0
        intentID = nil
        sentKey = nil
        following = nil
        mayBeCreated = true
    }
}
