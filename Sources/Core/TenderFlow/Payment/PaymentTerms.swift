public import TenderModel

/// The requested charge of one PaymentIntent, against which every answer is measured.
public struct PaymentTerms: Hashable, Sendable, Codable {
    /// The intent's ID.
    public var intentID: String
    /// The amount to charge.
    public var amount: Amount
    /// The largest tip that an answer may add, in minor units.
    public var maximumTip: Int64
    /// When to capture an approval.
    public var captureMethod: CaptureMethod
    /// The base of every key of this payment.
    public var baseKey: String
    /// The shop's order that it pays for, which must not be charged twice; `nil` if there is none.
    public var order: String?

    /// Creates the terms.
    public init(
        intentID: String, amount: Amount, maximumTip: Int64 = 0, captureMethod: CaptureMethod = .automatic,
        baseKey: String, order: String? = nil
    ) {
        self.intentID = intentID
        self.amount = amount
        self.maximumTip = maximumTip
        self.captureMethod = captureMethod
        self.baseKey = baseKey
        self.order = order
    }

    /// Whether the intent is this machine's own, so that it is stored and never confirmed online.
    public var isOffline: Bool { PaymentIntent.isOffline(id: intentID) }
}
