public import TenderModel

/// What one PaymentIntent was asked to charge: the measure of every answer.
public struct PaymentTerms: Hashable, Sendable, Codable {
    /// The intent's id.
    public var intentID: String
    /// The amount to charge.
    public var amount: Amount
    /// The largest tip that an answer may add, in minor units.
    public var maximumTip: Int64
    /// When an approval is captured.
    public var captureMethod: CaptureMethod
    /// The base of every key of this payment.
    public var baseKey: String
    /// The shop's order that it pays, which must not be charged twice; nil when there is none.
    public var order: String?

    /// Makes the terms.
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

    /// Whether the intent is this machine's own: it is stored, and never confirmed online.
    public var isOffline: Bool { PaymentIntent.isOffline(id: intentID) }
}
