import TenderModel

extension Operation {
    static let tokens: [Operation] = [
        Operation(
            "tokens.create", .post, "/v1/tokens", for: .publishable, .one("token"),
            [
                "card": .hash(
                    ParameterSpec.Members.cardEntry.without("token").with([
                        "currency": .currency, "name": .text, "address_line1": .text, "address_line2": .text,
                        "address_city": .text, "address_state": .text, "address_zip": .text, "address_country": .text,
                    ])
                ),
                "bank_account": .hash([
                    "account_holder_name": .text, "account_holder_type": .holderType,
                    "account_number": .text.required, "account_type": .text, "country": .text.required,
                    "currency": .currency, "routing_number": .text,
                ]),
            ]
        ) { (it, call) throws(APIFailure) in try it.createToken(call) },
        Operation("tokens.retrieve", .get, "/v1/tokens/:id", for: .publishable, .one("token")) {
            (it, call) throws(APIFailure) in
            .json(try it.findDocument("token", call).json)
        },
    ]
}

extension ResourceContext {
    fileprivate mutating func createToken(_ call: Call) throws(APIFailure) -> APIObject {
        let bank = call.parameters["bank_account"]
        guard let card = call.parameters["card"] else {
            guard let bank else { throw .missing("card") }
            return try createBankToken(bank, call)
        }
        guard bank == nil else { throw .exclusive("card", "bank_account") }
        var entry = try CardEntry(typed: card, param: "card", now: call.now)
        entry.particulars.billing = Self.billing(ofLegacy: card)
        let method = makeMethod(entry, prefix: "card", call)
        let token = makeDocument(
            .tokens,
            [
                "card": legacyCard(method, isSaved: false), "client_ip": nil, "created": .integer(call.now),
                "livemode": false, "type": "card", "used": false,
            ],
            hidden: [
                "card": .string(entry.card.name), "has_code": .bool(entry.particulars.hasCode),
                "billing": entry.particulars.billing ?? nil,
            ], call)
        return .json(token.json)
    }

    /// Returns the card of a token, which is used up when the card is put; names such as `tok_visa` can be used any
    /// number of times.
    func entry(ofToken id: String, param: String, _ call: Call) throws(APIFailure) -> CardEntry {
        if let card = TestCard.token(id) { return CardEntry(card) }
        let token = try findDocument("token", named: id, param: param, call)
        guard token["used"] == false else {
            throw .refused(
                "You cannot use a Stripe token more than once: \(id).", code: "token_already_used", param: param)
        }
        guard let card = token.hidden["card"]?.text.flatMap(TestCard.named) else {
            throw .unknown("token", id, param: param, isParameter: true)
        }
        var entry = CardEntry(card)
        entry.particulars.token = id
        entry.particulars.expMonth = Int(token["card"]?["exp_month"]?.number ?? 0)
        entry.particulars.expYear = Int(token["card"]?["exp_year"]?.number ?? 0)
        entry.particulars.hasCode = token.hidden["has_code"] == true
        if let billing = token.hidden["billing"], billing != .null { entry.particulars.billing = billing }
        return entry
    }

    /// Uses up the token of a card: the result of the request is known, or its bank was asked.
    mutating func useUp(tokenOf method: inout PaymentMethodRow) {
        guard let id = method.token else { return }
        method.particulars.token = nil
        guard var token = documents[id], token["used"] == false else { return }
        token["used"] = true
        put(token)
    }

    /// Returns the billing details in the flat form of cards and tokens; `nil` without any.
    static func billing(ofLegacy card: JSONValue) -> JSONValue? {
        var address: [String: JSONValue] = [:]
        for (name, legacy) in legacyAddress { address[name] = card[legacy] }
        var details: [String: JSONValue] = [:]
        if !address.isEmpty { details["address"] = .object(address) }
        details["name"] = card["name"]
        return details.isEmpty ? nil : .object(details)
    }

    static let legacyAddress = [
        "line1": "address_line1", "line2": "address_line2", "city": "address_city", "state": "address_state",
        "postal_code": "address_zip", "country": "address_country",
    ]

    /// Renders a card in the form of sources and tokens.
    ///
    /// - Parameter isSaved: Whether it belongs to a customer, which it then names.
    func legacyCard(_ method: PaymentMethodRow, isSaved: Bool = true) -> JSONValue {
        let (card, particulars, checks) = (method.card, method.particulars, Self.checks(method))
        var members: [String: JSONValue] = [
            "id": .string(method.id),
            "object": "card",
            "address_line1_check": checks["address_line1_check"] ?? nil,
            "address_zip_check": checks["address_postal_code_check"] ?? nil,
            "brand": .string(Self.legacyBrand(card.brand)),
            "country": .optional(card.country),
            "cvc_check": checks["cvc_check"] ?? nil,
            "dynamic_last4": nil,
            "exp_month": .integer(Int64(card.expMonth ?? 0)),
            "exp_year": .integer(Int64(card.expYear ?? 0)),
            "fingerprint": .optional(fingerprint(of: method)),
            "funding": .string(card.funding?.rawValue ?? "unknown"),
            "last4": .string(card.last4 ?? ""),
            "metadata": .object(particulars.metadata.mapValues(JSONValue.string)),
            "name": particulars.billing?["name"] ?? nil,
            "networks": ["preferred": .optional(particulars.preferredNetwork)],
            "regulated_status": "unregulated",
            "tokenization_method": nil,

        ]
        let address = particulars.billing?["address"]
        for (name, legacy) in Self.legacyAddress { members[legacy] = .some(address?[name] ?? .null) }
        if isSaved { members["customer"] = .optional(method.customer) }
        return .object(members)
    }

    private static func legacyBrand(_ brand: CardBrand?) -> String {
        switch brand {
        case .visa: "Visa"
        case .mastercard: "MasterCard"
        case .amex: "American Express"
        case .discover: "Discover"
        case .diners: "Diners Club"
        case .jcb: "JCB"
        case .unionpay: "UnionPay"
        default: "Unknown"
        }
    }
}
