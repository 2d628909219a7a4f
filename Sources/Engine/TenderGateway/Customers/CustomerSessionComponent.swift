/// A part of a page or an app that a customer session lets show the customer's payment methods.
public struct CustomerSessionComponent: Hashable, Sendable {
    /// The API's name of it, such as `payment_element`.
    public var name: String
    /// The features and their settings, such as `payment_method_save: enabled`.
    public var features: [String: String]

    /// Names a part.
    public init(_ name: String, features: [String: String] = [:]) {
        self.name = name
        self.features = features
    }

    /// The button that sells one thing.
    public static let buyButton = CustomerSessionComponent("buy_button")
    /// The table of prices.
    public static let pricingTable = CustomerSessionComponent("pricing_table")

    /// The form of a web page.
    public static func paymentElement(_ features: [String: String] = [:]) -> CustomerSessionComponent {
        CustomerSessionComponent("payment_element", features: features)
    }

    /// The form of an app.
    public static func mobilePaymentElement(_ features: [String: String] = [:]) -> CustomerSessionComponent {
        CustomerSessionComponent("mobile_payment_element", features: features)
    }

    /// The sheet of an app in which a customer's payment methods are kept.
    public static func customerSheet(_ features: [String: String] = [:]) -> CustomerSessionComponent {
        CustomerSessionComponent("customer_sheet", features: features)
    }
}
