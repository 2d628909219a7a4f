public import TenderModel

/// What an app shows of the payment method that was chosen.
public struct PaymentOption: Hashable, Sendable {
    /// What people read, such as `•••• 4242`.
    public var label: String
    /// The name of its picture, such as `visa`.
    public var imageName: String
    /// The kind.
    public var type: PaymentMethodType
    /// Whose it is.
    public var billingDetails: BillingDetails?

    init(saved method: PaymentMethod) {
        type = method.type
        billingDetails = method.billingDetails
        let kind = PaymentSheetMethodKind(method.type)
        label = method.card?.last4.map { "•••• \($0)" } ?? kind?.label ?? method.type.rawValue
        imageName = method.card?.brand?.rawValue ?? method.type.rawValue
    }

    init(new kind: PaymentSheetMethodKind, _ details: BillingDetails?) {
        type = kind.type
        billingDetails = details
        label = kind.label
        imageName = kind.rawValue
    }
}
