public import TenderModel

/// The requested charge of one PaymentIntent, against which every answer is measured.
public struct PaymentTerms: Hashable, Sendable, Codable {
    /// The intent's ID.
    public var intentID: String
    /// The amount to charge.
    public var amount: Amount
    /// The largest tip that an answer may add, in minor units.
    public var maximumTip: Int64
    /// The tip that the customer chose on a reader, in minor units; `nil` if there is none, or if only the gateway
    /// knows it.
    public var tip: Int64?
    /// The largest surcharge that may be charged, in minor units.
    public var maximumSurcharge: Int64
    /// The surcharge that was chosen for the collected card, in minor units; `nil` if there is none, or if only the
    /// gateway knows it.
    public var surcharge: Int64?
    /// The currency that the customer chose for the collected card; `nil` if there was no choice.
    public var conversion: ConversionChoice?
    /// Whether the issuer may approve a part of it.
    public var acceptsPartial: Bool
    /// Whether the collected card waits in the reader for the issuer's answer, so that an approval stands only once the
    /// card agrees.
    public var awaitsIssuer: Bool
    /// The total that is approved, in minor units, once it is not what the other terms add up to: a part of it, or a
    /// hold that was raised.
    public var authorized: Int64?
    /// When to capture an approval.
    public var captureMethod: CaptureMethod
    /// The base of every key of this payment.
    public var baseKey: String
    /// The shop's order that it pays for, which must not be charged twice; `nil` if there is none.
    public var order: String?

    /// Creates the terms.
    public init(
        intentID: String, amount: Amount, maximumTip: Int64 = 0, tip: Int64? = nil, maximumSurcharge: Int64 = 0,
        surcharge: Int64? = nil, conversion: ConversionChoice? = nil, acceptsPartial: Bool = false,
        awaitsIssuer: Bool = false, authorized: Int64? = nil,
        captureMethod: CaptureMethod = .automatic, baseKey: String, order: String? = nil
    ) {
        self.intentID = intentID
        self.amount = amount
        self.maximumTip = maximumTip
        self.tip = tip
        self.maximumSurcharge = maximumSurcharge
        self.surcharge = surcharge
        self.conversion = conversion
        self.acceptsPartial = acceptsPartial
        self.awaitsIssuer = awaitsIssuer
        self.authorized = authorized
        self.captureMethod = captureMethod
        self.baseKey = baseKey
        self.order = order
    }

    /// Returns whether a customer may add this tip.
    func accepts(_ tip: Amount) -> Bool {
        tip.currency == amount.currency && (0...max(0, maximumTip)).contains(tip.minorUnits)
            && total(withTip: tip.minorUnits) != nil
    }

    /// Returns the amount with a tip and a surcharge, in minor units; `nil` if that is too large for a number.
    func total(withTip tip: Int64, surcharge: Int64 = 0) -> Int64? {
        let (sum, overflow) = amount.minorUnits.addingReportingOverflow(tip)
        let (total, overflowAgain) = sum.addingReportingOverflow(surcharge)
        return overflow || overflowAgain ? nil : total
    }

    /// The surcharge that was chosen for the collected card.
    var chosenSurcharge: Amount? { surcharge.map { Amount(minorUnits: $0, currency: amount.currency) } }

    /// Returns whether the card of an approval is charged in its own currency, as its customer chose here or as the
    /// gateway says.
    package func isConverted(_ approval: IntentFacts) -> Bool {
        if case .accepted? = conversion ?? approval.conversion { true } else { false }
    }

    /// Whether the intent is this machine's own, so that it is stored and never confirmed online.
    public var isOffline: Bool { PaymentIntent.isOffline(id: intentID) }
}
