import SimulatedPayments

/// What a platform asks of the second generation of the API.
extension Shop {
    mutating func v2(
        _ method: String, _ path: String, _ body: JSONValue? = nil, query: String = "", key: String? = nil,
        headers: [String: String] = [:]
    ) -> Answer {
        var all = [
            "authorization": "Bearer \(self.key)", "stripe-version": "2026-10-28.endive",
            "content-type": "application/json",
        ].merging(headers) { $1 }
        all["idempotency-key"] = key
        let request = APIRequest(
            method: method, path: "/v2/core/" + path, query: query, headers: all.filter { !$0.value.isEmpty },
            body: body?.rendered() ?? [])
        return Answer(payments.handle(request, now: now))
    }

    static let seller2: JSONValue = [
        "contact_email": "jenny@seller.test", "display_name": "Jenny's", "dashboard": "none",
        "defaults": [
            "responsibilities": ["fees_collector": "application", "losses_collector": "application"],
            "profile": ["business_url": "https://seller.test"],
        ],
        "identity": [
            "country": "us", "entity_type": "individual",
            "individual": [
                "given_name": "Jenny", "surname": "Rosen", "email": "jenny@seller.test", "phone": "0000000000",
                "date_of_birth": ["day": 1, "month": 1, "year": 1901],
                "id_numbers": [["type": "us_ssn_last_4", "value": "0000"]],
                "address": [
                    "line1": "address_full_match", "city": "Springfield", "state": "IL", "postal_code": "62701",
                    "country": "US",
                ],
            ],
            "attestations": [
                "terms_of_service": ["account": ["date": "2027-01-15T08:00:00Z", "ip": "8.8.8.8"]]
            ],
        ],
        "configuration": [
            "merchant": ["mcc": "5734", "capabilities": ["card_payments": ["requested": true]]],
            "recipient": ["capabilities": ["stripe_balance": ["stripe_transfers": ["requested": true]]]],
        ],
    ]

    static let bank: Form = [
        ("external_account[object]", "bank_account"), ("external_account[country]", "US"),
        ("external_account[currency]", "usd"), ("external_account[routing_number]", "110000000"),
        ("external_account[account_number]", "000123456789"),
    ]

    static let everything =
        "include[0]=configuration.merchant&include[1]=configuration.recipient&include[2]=defaults&include[3]=identity"
        + "&include[4]=requirements&include[5]=future_requirements&include[6]=configuration.customer"
}
