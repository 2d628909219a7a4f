public import TenderModel

/// What the payment of a checkout page or of a link is made of.
public struct CheckoutPayment: Hashable, Sendable {
    /// When an approval is captured; the API's default when nil.
    public var captureMethod: CaptureMethod?
    /// What the platform keeps of it.
    public var applicationFeeAmount: Amount?
    /// The connected account that has the money.
    public var transferData: TransferData?
    /// The connected account that is merchant of record.
    public var onBehalfOf: String?
    /// The group that ties transfers to it.
    public var transferGroup: String?
    /// A text for people.
    public var description: String?
    /// The caller's own keys and values, which the PaymentIntent carries.
    public var metadata: [String: String]

    /// Describes a payment.
    public init(
        captureMethod: CaptureMethod? = nil, applicationFeeAmount: Amount? = nil, transferData: TransferData? = nil,
        onBehalfOf: String? = nil, transferGroup: String? = nil, description: String? = nil,
        metadata: [String: String] = [:]
    ) {
        self.captureMethod = captureMethod
        self.applicationFeeAmount = applicationFeeAmount
        self.transferData = transferData
        self.onBehalfOf = onBehalfOf
        self.transferGroup = transferGroup
        self.description = description
        self.metadata = metadata
    }
}
