public import TenderModel

/// One try to save a payment method.
public struct SetupAttempt: Hashable, Sendable, Codable, Identifiable {
    /// The id, `setatt_…`.
    public var id: String
    /// The SetupIntent.
    @ExpandableID public var setupIntent: String
    /// The payment method that was tried.
    @ExpandableID public var paymentMethod: String?
    /// How it ended, such as `succeeded`, `failed` or `requires_action`.
    public var status: String
    /// Why it failed.
    public var setupError: APIError?
    /// When it was made, in seconds since 1970.
    public var created: Int64

    /// Creates an attempt.
    public init(
        id: String, setupIntent: String, paymentMethod: String? = nil, status: String, setupError: APIError? = nil,
        created: Int64 = 0
    ) {
        self.id = id
        self.setupIntent = setupIntent
        self.paymentMethod = paymentMethod
        self.status = status
        self.setupError = setupError
        self.created = created
    }

    enum CodingKeys: String, CodingKey {
        case id, status, created
        case setupIntent = "setup_intent"
        case paymentMethod = "payment_method"
        case setupError = "setup_error"
    }
}
