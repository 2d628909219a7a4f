import TenderBytes
public import TenderModel

/// The facts about a PaymentIntent that determine what happens next; small, because explorers hold many of them.
public struct IntentFacts: Hashable, Sendable, Codable {
    /// The intent's ID.
    public var id: String
    /// The amount, including a tip and a surcharge: what was requested, or the part of it that was approved.
    public var amount: Amount
    /// The amount that was requested, in minor units, if only a part of it was approved.
    public var requested: Int64?
    /// The part of the amount that is a tip, in minor units.
    public var tip: Int64
    /// The part of the amount that is a surcharge, in minor units.
    public var surcharge: Int64
    /// The status of the intent.
    public var status: PaymentIntentStatus
    /// The amount that can still be captured, in minor units; `nil` if it is not reported.
    public var capturable: Int64?
    /// The captured amount, in minor units; `nil` if it is not reported.
    public var received: Int64?
    /// The refunded amount of the latest charge, in minor units.
    public var refunded: Int64
    /// The latest charge.
    public var charge: String?
    /// The last decline.
    @Apart public var decline: Decline?
    /// The currency that the customer chose for the card, as the latest charge says; `nil` if it says nothing.
    public var conversion: ConversionChoice?
    /// What the gateway offers the attached card's customer; never recorded, since only what was chosen counts.
    @Apart public var offer: CurrencyConversionOffer?
    /// The platform's fee, in minor units; never recorded, since only the capture that asks for one is measured by it.
    @Apart public var applicationFee: Int64?

    /// Creates facts.
    public init(
        id: String, amount: Amount, tip: Int64 = 0, status: PaymentIntentStatus, capturable: Int64? = nil,
        received: Int64? = nil, refunded: Int64 = 0, charge: String? = nil, decline: Decline? = nil,
        requested: Int64? = nil, surcharge: Int64 = 0, conversion: ConversionChoice? = nil,
        offer: CurrencyConversionOffer? = nil, applicationFee: Int64? = nil
    ) {
        self.id = id
        self.amount = amount
        self.requested = requested
        self.tip = tip
        self.surcharge = surcharge
        self.status = status
        self.capturable = capturable
        self.received = received
        self.refunded = refunded
        self.charge = charge
        self.decline = decline
        self.conversion = conversion
        self.offer = offer
        self.applicationFee = applicationFee
    }

    /// Extracts the facts from an intent.
    public init(_ intent: PaymentIntent) {
        self.init(
            id: intent.id, amount: intent.amount, tip: intent.amountTip?.minorUnits ?? 0, status: intent.status,
            capturable: intent.amountCapturable?.minorUnits, received: intent.amountReceived?.minorUnits,
            refunded: intent.latestCharge?.value?.amountRefunded.minorUnits ?? 0, charge: intent.latestCharge?.id,
            decline: intent.lastPaymentError.map(Decline.init), requested: intent.amountRequested?.minorUnits,
            surcharge: intent.amountDetails?.surcharge?.amount?.minorUnits ?? 0,
            conversion: intent.latestCharge?.value?.card?.dynamicCurrencyConversion?.choice(of: intent.amount),
            offer: intent.status.holdsMoney
                ? nil : intent.paymentMethod?.value?.card.flatMap { CurrencyConversionOffer($0, of: intent.amount) },
            applicationFee: intent.applicationFeeAmount?.minorUnits
        )
    }

    /// The amount that was requested before the customer added a tip or paid a surcharge.
    var amountWithoutAdditions: Amount {
        let (rest, overflow) = (requested ?? amount.minorUnits).subtractingReportingOverflow(tip)
        let (left, overflowAgain) = rest.subtractingReportingOverflow(surcharge)
        return overflow || overflowAgain ? amount : Amount(minorUnits: left, currency: amount.currency)
    }

    /// Whether only a part of what was requested is approved.
    public var isPartial: Bool { requested.map { (1..<max(1, $0)).contains(amount.minorUnits) } ?? false }
}

extension PaymentIntentStatus {
    /// Whether an approval stands, held or captured.
    var holdsMoney: Bool {
        switch self {
        case .requiresCapture, .succeeded: true
        case .requiresPaymentMethod, .requiresConfirmation, .requiresAction, .processing, .canceled,
            .requiresReauthorization, .unknown:
            false
        }
    }
}

extension Decline {
    /// Extracts a decline from the API's error object.
    public init(_ error: APIError) {
        self.init(
            code: (error.code ?? error.type.rawValue).withoutControls, declineCode: error.declineCode?.withoutControls,
            message: error.message?.withoutControls, adviceCode: error.adviceCode?.withoutControls
        )
    }
}
