/// A component of a page or an app in which a customer session may show the customer's payment methods.
public struct CustomerSessionComponent: Hashable, Sendable {
    /// The API's name for it, such as `payment_element`.
    public var name: String
    /// The features and their settings, such as `payment_method_save: enabled`.
    public var features: [String: String]

    /// Creates a component.
    public init(_ name: String, features: [String: String] = [:]) {
        self.name = name
        self.features = features
    }

    /// The button that sells a single item.
    public static let buyButton = CustomerSessionComponent("buy_button")
    /// The pricing table.
    public static let pricingTable = CustomerSessionComponent("pricing_table")

    /// Returns the payment form of a web page.
    public static func paymentElement(_ features: [String: String] = [:]) -> CustomerSessionComponent {
        CustomerSessionComponent("payment_element", features: features)
    }

    /// Returns the payment form of an app.
    public static func mobilePaymentElement(_ features: [String: String] = [:]) -> CustomerSessionComponent {
        CustomerSessionComponent("mobile_payment_element", features: features)
    }

    /// Returns the sheet of an app that manages a customer's payment methods.
    public static func customerSheet(_ features: [String: String] = [:]) -> CustomerSessionComponent {
        CustomerSessionComponent("customer_sheet", features: features)
    }
}
