public import TenderModel

/// The part of the chosen payment method that an app shows.
public struct PaymentOption: Hashable, Sendable {
    /// The text for people to read, such as `•••• 4242`.
    public var label: String
    /// The name of its image, such as `visa`.
    public var imageName: String
    /// The kind.
    public var type: PaymentMethodType
    /// The owner's details.
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
