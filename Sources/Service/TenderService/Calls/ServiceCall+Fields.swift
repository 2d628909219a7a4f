import TenderAPI
import TenderModel

/// Fields that several calls have.
extension ServiceField {
    static let id: Kind = .text(255)
    static let units: Kind = .integer(1...99_999_999_999)

    static let amount = ServiceField("amount", units, "the amount in the smallest unit of the currency")
    static let currency = ServiceField("currency", .text(3), "the code of ISO 4217, such as eur")
    static let description = ServiceField("description", .text(1000), "a text for people")
    static let metadata = ServiceField("metadata", .metadata, "the caller's own keys and values")
    static let customer = ServiceField("customer", id, "the customer's ID")
    static let timeout = ServiceField(
        "timeout_seconds", .integer(1...3600), "the time limit; none when left out")
    static let allowRedisplay = ServiceField(
        "allow_redisplay", .choice(AllowRedisplay.known.map(\.rawValue)),
        "whether the customer consents to be shown the card again")
    static let offlineBehavior = ServiceField(
        "offline", .choice(OfflineBehavior.allCases.map(\.word)),
        "what to do without the gateway: require_online when left out")
    static let by = ServiceField("by", .text(100), "who decides, for the records")

    static let list: [ServiceField] = [
        ServiceField("limit", .integer(1...100), "the maximum number of objects; 10 when left out"),
        ServiceField("starting_after", id, "the ID of the object after which the page begins"),
    ]

    /// What the collection of a card takes.
    static let collecting: [ServiceField] = [
        ServiceField(
            "tipping",
            .object([
                ServiceField("maximum_amount", units, "the largest tip that is accepted").required,
                ServiceField(
                    "eligible_amount", .integer(0...99_999_999_999), "the part of the amount that is tipped on"),
                ServiceField(
                    "choices",
                    .list(
                        .object([
                            amount.required,
                            ServiceField("percentage", .integer(0...100), "the percentage that it is"),
                        ]), 4), "the tips that the reader shows"),
            ]), "what the reader may ask the customer as a tip; it asks for none when left out"),
        ServiceField(
            "customer_cancellation", .flag, "whether the customer may cancel on the reader; true when left out"),
        allowRedisplay, timeout,
    ]
}

extension OfflineBehavior {
    /// The word of the JSON object.
    var word: String {
        switch self {
        case .preferOnline: "prefer_online"
        case .requireOnline: "require_online"
        case .forceOffline: "force_offline"
        }
    }
}

extension ServiceInput {
    /// The time limit.
    var timeout: Duration? { integer("timeout_seconds").map { .seconds($0) } }

    /// What to do without the gateway.
    var offlineBehavior: OfflineBehavior {
        text("offline").flatMap { word in OfflineBehavior.allCases.first { $0.word == word } } ?? .requireOnline
    }

    /// Whether the customer consents to be shown the card again.
    var allowRedisplay: AllowRedisplay { text("allow_redisplay").map { AllowRedisplay(rawValue: $0) } ?? .unspecified }

    /// What the reader may ask as a tip.
    func tipping(_ currency: Currency) -> TippingConfiguration? {
        guard let tipping = object("tipping"), let maximum = tipping.amount("maximum_amount", currency) else {
            return nil
        }
        let choices = (tipping.objects("choices") ?? []).compactMap { choice in
            choice.amount("amount", currency).map { TipChoice($0, percentage: choice.integer("percentage")) }
        }
        return TippingConfiguration(
            maximum: maximum, eligibleAmount: tipping.amount("eligible_amount", currency), choices: choices)
    }
}
