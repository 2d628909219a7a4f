import TenderCheckout
import TenderBytes
import TenderFlow
import TenderModel

/// What the scripted server answers about customers.
enum CustomerFixture {
    static func customer(_ id: String = "cus_1", more: String = "") -> String {
        """
        {"id":"\(id)","object":"customer","created":1700000000,"livemode":false,"name":"Ann","email":null,\
        "default_source":null,"invoice_settings":{"default_payment_method":null},"metadata":{}\(more)}
        """
    }

    static func method(_ id: String = "pm_1", customer: String? = "cus_1") -> String {
        """
        {"id":"\(id)","object":"payment_method","type":"card","created":1,"livemode":false,"metadata":{},\
        "billing_details":{"address":{"line1":null},"email":null,"name":"Ann","phone":null},\
        "customer":\(customer.map { "\"\($0)\"" } ?? "null"),\
        "card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2034,"funding":"credit","fingerprint":"fp"}}
        """
    }

    static func setup(_ id: String = "seti_1", status: String = "succeeded", customer: String? = "cus_1") -> String {
        """
        {"id":"\(id)","object":"setup_intent","status":"\(status)","created":1,"livemode":false,"usage":"off_session",\
        "payment_method_types":["card"],"client_secret":"seti_1_secret_x","latest_attempt":"setatt_1",\
        "customer":\(customer.map { "\"\($0)\"" } ?? "null"),"payment_method":"pm_1","metadata":{}}
        """
    }

    static func key(_ customer: String = "cus_1", secret: String = "ek_test_abc") -> String {
        """
        {"id":"ephkey_1","object":"ephemeral_key","created":1000,"expires":4600,"livemode":false,\
        "secret":"\(secret)","associated_objects":[{"id":"\(customer)","type":"customer"}]}
        """
    }

    static func list(_ objects: String...) -> String {
        "{\"object\":\"list\",\"has_more\":false,\"url\":\"/v1/x\",\"data\":[\(objects.joined(separator: ","))]}"
    }

    /// A PaymentIntent of a saved card, in whatever state.
    static func paid(
        _ status: String = "succeeded", id: String = "pi_1", amount: Int = 1099, attempt: String = "o/1/pay",
        customer: String = "cus_1", more: String = ""
    ) -> String {
        """
        {"id":"\(id)","object":"payment_intent","amount":\(amount),"currency":"eur","status":"\(status)",\
        "capture_method":"automatic","created":1,"livemode":false,"payment_method_types":["card"],\
        "customer":"\(customer)","metadata":{"tender_attempt":"\(attempt)"}\(more)}
        """
    }

    static let lastError = ",\"last_payment_error\":{\"type\":\"card_error\",\"code\":\"card_declined\"}"

    static let redirect = """
        ,"next_action":{"type":"redirect_to_url","redirect_to_url":{"url":"https://bank.example","return_url":"https://shop.example"}}
        """

    static let ephemeralKey = EphemeralKey(
        id: "ephkey_1", secret: SecretBytes(utf8: "ek_test_abc"), created: 1000, expires: 4600,
        associatedObjects: [.init(id: "cus_1", type: "customer")])

    static let shipping = ShippingDetails(
        address: Address(line1: "Weg 1", city: "Köln", postalCode: "50667", country: "DE"), name: "Ann", phone: "1")
}
