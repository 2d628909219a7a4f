import TenderModel

/// What the scripted server answers about connected accounts, their money and the pages on which people pay.
enum MarketplaceFixture {
    static let list = #"{"object":"list","has_more":false,"data":[]}"#

    static let account = """
        {"id":"acct_1","object":"account","type":"none","country":"US","email":"a@b.example","business_type":null,\
        "business_profile":{"name":"Prints","mcc":null,"url":null,"product_description":null},\
        "capabilities":{"transfers":"active","card_payments":"inactive"},"default_currency":"usd",\
        "controller":{"type":"application","is_controller":true,"fees":{"payer":"application"},\
        "losses":{"payments":"application"},"requirement_collection":"stripe","stripe_dashboard":{"type":"express"}},\
        "requirements":{"currently_due":["business_profile.url"],"eventually_due":[],"past_due":["x"],\
        "pending_verification":[],"disabled_reason":"requirements.past_due"},"charges_enabled":false,\
        "payouts_enabled":true,"details_submitted":true,"created":1,"metadata":{"a":"1"}}
        """

    static func transfer(_ amount: Int = 700, to account: String = "acct_1", of charge: String = "ch_1") -> String {
        """
        {"id":"tr_1","object":"transfer","amount":\(amount),"amount_reversed":0,"currency":"eur","reversed":false,\
        "destination":"\(account)","destination_payment":"py_1","source_transaction":"\(charge)","created":1,\
        "transfer_group":"group_1","description":null,"metadata":{}}
        """
    }

    static func reversal(_ amount: Int = 250, of transfer: String = "tr_1") -> String {
        """
        {"id":"trr_1","object":"transfer_reversal","amount":\(amount),"currency":"eur","created":1,\
        "transfer":"\(transfer)","metadata":{}}
        """
    }

    static func feeRefund(_ amount: Int = 250, of fee: String = "fee_1") -> String {
        """
        {"id":"fr_1","object":"fee_refund","amount":\(amount),"currency":"eur","created":1,"fee":"\(fee)","metadata":{}}
        """
    }

    static let fee = """
        {"id":"fee_1","object":"application_fee","amount":123,"amount_refunded":23,"refunded":false,"currency":"eur",\
        "account":{"id":"acct_1"},"charge":"py_1","originating_transaction":"ch_1","created":1}
        """

    static func payout(_ amount: Int = 250) -> String {
        """
        {"id":"po_1","object":"payout","amount":\(amount),"currency":"eur","status":"in_transit","arrival_date":9,\
        "automatic":false,"destination":"ba_1","description":null,"failure_code":null,"failure_message":null,\
        "created":1,"metadata":{}}
        """
    }

    static func session(_ total: Int = 2400, status: String = "open", paid: String = "unpaid") -> String {
        """
        {"id":"cs_test_1","object":"checkout.session","status":"\(status)","payment_status":"\(paid)",\
        "amount_subtotal":\(total),"amount_total":\(total),"currency":"eur","url":"https://pay.example/c/1",\
        "payment_intent":{"id":"pi_1"},"payment_link":null,"client_reference_id":"order-7","created":1,\
        "expires_at":86401,"metadata":{}}
        """
    }

    static func link(active: Bool = true, fee: Int = 100, to account: String = "acct_1") -> String {
        """
        {"id":"plink_1","object":"payment_link","url":"https://pay.example/p/1","active":\(active),"currency":"eur",\
        "application_fee_amount":\(fee),"transfer_data":{"amount":null,"destination":"\(account)"},\
        "on_behalf_of":null,"metadata":{}}
        """
    }

    static func price(_ amount: Int = 1200) -> String {
        """
        {"id":"price_1","object":"price","product":"prod_1","unit_amount":\(amount),"currency":"eur","active":true}
        """
    }

    static func rate(_ amount: Int = 490) -> String {
        """
        {"id":"shr_1","object":"shipping_rate","display_name":"Parcel","active":true,"type":"fixed_amount",\
        "fixed_amount":{"amount":\(amount),"currency":"eur"},"tax_behavior":"inclusive","tax_code":"txcd_1",\
        "delivery_estimate":{"minimum":{"unit":"business_day","value":2},"maximum":{"unit":"week","value":1}},\
        "created":1,"livemode":false,"metadata":{}}
        """
    }

    static func intent(fee: String = "123", destination: String = "acct_1", group: String = "g") -> String {
        """
        {"id":"pi_1","object":"payment_intent","amount":1099,"currency":"eur","status":"requires_payment_method",\
        "capture_method":"automatic","created":1,"livemode":false,"payment_method_types":["card_present"],\
        "application_fee_amount":\(fee),"transfer_data":{"destination":"\(destination)"},"on_behalf_of":"acct_1",\
        "transfer_group":"\(group)"}
        """
    }

    static func euros(_ cents: Int64) -> Amount { Amount(minorUnits: cents, currency: .eur) }

    static let shared = PaymentIntentParameters(
        euros(1099), applicationFeeAmount: euros(123), transferData: TransferData(destination: "acct_1"),
        onBehalfOf: "acct_1", transferGroup: "g")
}
