extension Operation {
    static let paymentMethods: [Operation] = [
        Operation(
            "payment_methods.create", .post, "/v1/payment_methods", for: [.publishable, .ephemeral],
            .one("payment_method"), .methodDescription
        ) { (it, call) throws(APIFailure) in try it.createMethod(call) },
        Operation(
            "payment_methods.list", .get, "/v1/payment_methods", for: .ephemeral, .list("payment_method"),
            .methodList.with(["customer": .text])
        ) { (it, call) throws(APIFailure) in try it.listMethods(call) },
        Operation(
            "payment_methods.retrieve", .get, "/v1/payment_methods/:id", for: .ephemeral, .one("payment_method")
        ) { (it, call) throws(APIFailure) in try it.retrieveMethod(call) },
        Operation(
            "payment_methods.update", .post, "/v1/payment_methods/:id", for: .ephemeral, .one("payment_method"),
            [
                "allow_redisplay": .choice("always", "limited", "unspecified"),
                "billing_details": .hash(.billingDetails),
                "card": .hash([
                    "exp_month": .integer, "exp_year": .integer, "networks": .hash(["preferred": .text.clearable]),
                ]), "metadata": .metadata,
            ]
        ) { (it, call) throws(APIFailure) in try it.updateMethod(call) },
        Operation(
            "payment_methods.attach", .post, "/v1/payment_methods/:id/attach", for: .ephemeral, .one("payment_method"),
            ["customer": .text.required]
        ) { (it, call) throws(APIFailure) in try it.attachMethod(call) },
        Operation(
            "payment_methods.detach", .post, "/v1/payment_methods/:id/detach", for: .ephemeral, .one("payment_method")
        ) { (it, call) throws(APIFailure) in try it.detachMethod(call) },
    ]
}

extension ParameterSpec.Members {
    /// The parameters of lists of payment methods; types that are not simulated have none.
    static let methodList = list.without("created").with([
        "type": .methodType,
        "allow_redisplay": .choice("always", "limited", "unspecified"),
    ])
}

extension ParameterSpec {
    /// Source: the API's public schemas, `type` of a payment method.
    static let methodType = choice(
        "acss_debit", "affirm", "afterpay_clearpay", "alipay", "alma", "amazon_pay", "au_becs_debit", "bacs_debit",
        "bancontact", "billie", "bizum", "blik", "boleto", "card", "card_present", "cashapp", "crypto", "custom",
        "customer_balance", "eps", "fpx", "giropay", "grabpay", "ideal", "interac_present", "kakao_pay", "klarna",
        "konbini", "kr_card", "link", "mb_way", "mobilepay", "multibanco", "naver_pay", "nz_bank_account", "oxxo",
        "p24", "pay_by_bank", "payco", "paynow", "paypal", "payto", "pix", "promptpay", "revolut_pay", "samsung_pay",
        "satispay", "scalapay", "sepa_debit", "sofort", "sunbit", "swish", "twint", "upi", "us_bank_account",
        "wechat_pay", "zip"
    )

    /// Source: the API's public client types, `payment_method_options[card][network]`.
    static let cardNetwork = choice(
        "amex", "cartes_bancaires", "diners", "discover", "eftpos_au", "girocard", "interac", "jcb", "link",
        "mastercard", "unionpay", "unknown", "visa"
    )
}

extension ResourceContext {
    fileprivate mutating func createMethod(_ call: Call) throws(APIFailure) -> APIObject {
        let method = try method(of: .object(call.parameters.fields), param: nil, call)
        put(method)
        return .json(json(method))
    }

    fileprivate func listMethods(_ call: Call) throws(APIFailure) -> APIObject {
        if let customer = call.parameters.text("customer") ?? call.credential.customer {
            return try listMethods(of: customer, call, url: "/v1/payment_methods")
        }
        let query = try ListQuery(call.parameters)
        let page = try page(paymentMethods, of: call.account, query, object: "payment_method") {
            Self.isListed($0, call.parameters)
        }
        return .json(Self.list(page.rows.map { json($0) }, hasMore: page.hasMore, url: "/v1/payment_methods"))
    }

    /// Returns a page of a customer's payment methods, the last saved first.
    func listMethods(of id: String, _ call: Call, url: String) throws(APIFailure) -> APIObject {
        try Self.checkAccess(to: id, call)
        let customer = try findDocument("customer", named: id, param: "customer", call)
        let page = try page(
            paymentMethods, ids: customer.savedMethods, ListQuery(call.parameters), object: "payment_method"
        ) { Self.isListed($0, call.parameters) }
        return .json(Self.list(page.rows.map { json($0) }, hasMore: page.hasMore, url: url))
    }

    private static func isListed(_ method: PaymentMethodRow, _ parameters: Parameters) -> Bool {
        let (type, redisplay) = (parameters.text("type"), parameters.text("allow_redisplay"))
        return (type == nil || type == method.type.rawValue)
            && (redisplay == nil || redisplay == method.particulars.allowRedisplay ?? "unspecified")
    }

    /// Returns the payment method of the URL, if the caller may see it.
    private func findMethod(_ call: Call) throws(APIFailure) -> PaymentMethodRow {
        guard let method = paymentMethods.find(call.id, account: call.account) else {
            throw .unknown("PaymentMethod", call.id, param: "payment_method")
        }
        try Self.checkAccess(to: method.customer, call)
        return method
    }

    fileprivate mutating func retrieveMethod(_ call: Call) throws(APIFailure) -> APIObject {
        guard let card = TestCard.method(call.id) else { return .json(json(try findMethod(call))) }
        let method = makeMethod(CardEntry(card), call)
        put(method)
        return .json(json(method))
    }

    fileprivate mutating func updateMethod(_ call: Call) throws(APIFailure) -> APIObject {
        let method = try findMethod(call)
        guard method.customer != nil else {
            throw .refused(
                "You must save this PaymentMethod to a customer before you can update it.",
                code: "payment_method_unexpected_state")
        }
        var changed = method
        try Self.update(&changed.particulars, call.parameters, now: call.now)
        put(changed)
        let previous = Self.changes(from: json(method), to: json(changed))
        if previous != [:] {
            emit(
                "payment_method.updated", .paymentMethod(changed), of: call.account, previous: previous, by: call,
                now: call.now)
        }
        return .json(json(changed))
    }

    private static func update(
        _ particulars: inout PaymentMethodRow.Particulars, _ parameters: Parameters, now: Int64
    ) throws(APIFailure) {
        let month = parameters.integer("card", "exp_month"), year = parameters.integer("card", "exp_year")
        if month != nil || year != nil {
            (particulars.expMonth, particulars.expYear) = try CardEntry.expiry(
                month ?? Int64(particulars.expMonth), year ?? Int64(particulars.expYear), now: now)
        }
        particulars.preferredNetwork = parameters.change("card", "networks", "preferred")
            .applied(to: particulars.preferredNetwork)
        particulars.allowRedisplay = parameters.text("allow_redisplay") ?? particulars.allowRedisplay
        particulars.billing = merged(parameters["billing_details"], into: particulars.billing)
        particulars.metadata = try parameters.metadata(merging: particulars.metadata)
    }

    fileprivate mutating func attachMethod(_ call: Call) throws(APIFailure) -> APIObject {
        guard let id = call.parameters.text("customer") else { throw .missing("customer") }
        try Self.checkAccess(to: id, call)
        if TestCard.method(call.id) == nil, paymentMethods.find(call.id, account: call.account) == nil {
            throw .unknown("PaymentMethod", call.id, param: "payment_method")
        }
        let method = try method(named: call.id, param: "payment_method", isToBeSaved: true, call)
        let customer = try findDocument("customer", named: id, param: "customer", call)
        return .json(json(try attach(method, to: customer, call)))
    }

    fileprivate mutating func detachMethod(_ call: Call) throws(APIFailure) -> APIObject {
        let method = try findMethod(call)
        guard method.customer != nil else {
            throw .refused(
                "The payment method you provided is not attached to a customer so detachment is impossible.",
                code: "payment_method_unexpected_state")
        }
        return .json(json(detach(method, by: call)))
    }

    /// Checks that the holder of an ephemeral key sees only their one customer.
    static func checkAccess(to customer: String?, _ call: Call) throws(APIFailure) {
        guard let own = call.credential.customer, own != customer else { return }
        throw .beyondEphemeralKey
    }
}

extension APIFailure {
    static let beyondEphemeralKey = APIFailure(
        status: 403, message: "The ephemeral key provided does not have access to this resource.")
}
