import TenderFlow
import TenderModel

/// The parameters of the calls about customers, in the payments API's names.
extension FormParameters {
    init(_ parameters: CustomerParameters) {
        add("name", parameters.name)
        add("email", parameters.email)
        add("phone", parameters.phone)
        add("description", parameters.description)
        add("address", parameters.address)
        add("shipping", parameters.shipping)
        add("invoice_settings[default_payment_method]", parameters.defaultPaymentMethod)
        add("default_source", parameters.defaultSource)
        add("source", parameters.source)
        add("payment_method", parameters.paymentMethod)
        add("metadata", map: parameters.metadata)
    }

    init(_ parameters: SetupIntentParameters) {
        add("customer", parameters.customer)
        add("payment_method", parameters.paymentMethod)
        add("payment_method_types", list: parameters.paymentMethodTypes.map(\.rawValue))
        add("usage", parameters.usage?.rawValue)
        add("description", parameters.description)
        add("on_behalf_of", parameters.onBehalfOf)
        if parameters.isConfirmed { add("confirm", "true") }
        add("return_url", parameters.returnURL)
        add(Self.threeDSecure, parameters.requestThreeDSecure?.rawValue)
        add("metadata", map: parameters.metadata)
    }

    private static let threeDSecure = "payment_method_options[card][request_three_d_secure]"

    /// Creates the parameters of an intent's confirmation.
    init(_ payment: SavedMethodPayment) throws(GatewayError) {
        add("payment_method", try payment.paymentMethod?.checkedID())
        if payment.isOffSession { add("off_session", "true") }
        if payment.failsOnRequiredAction { add("error_on_requires_action", "true") }
        add("return_url", payment.returnURL)
        add(Self.threeDSecure, payment.requestThreeDSecure?.rawValue)
        add("setup_future_usage", payment.setupFutureUsage?.rawValue)
        add("shipping", payment.shipping)
    }

    /// Adds an address, unless it is `nil`.
    mutating func add(_ name: String, _ address: Address?) {
        add("\(name)[line1]", address?.line1)
        add("\(name)[line2]", address?.line2)
        add("\(name)[city]", address?.city)
        add("\(name)[state]", address?.state)
        add("\(name)[postal_code]", address?.postalCode)
        add("\(name)[country]", address?.country)
    }

    /// Adds the shipping details, unless they are `nil`.
    mutating func add(_ name: String, _ shipping: ShippingDetails?) {
        add("\(name)[name]", shipping?.name)
        add("\(name)[phone]", shipping?.phone)
        add("\(name)[carrier]", shipping?.carrier)
        add("\(name)[tracking_number]", shipping?.trackingNumber)
        add("\(name)[address]", shipping?.address)
    }

    /// Adds the billing details, unless they are `nil`.
    mutating func add(_ name: String, _ billing: BillingDetails?) {
        add("\(name)[name]", billing?.name)
        add("\(name)[email]", billing?.email)
        add("\(name)[phone]", billing?.phone)
        add("\(name)[address]", billing?.address)
    }
}
