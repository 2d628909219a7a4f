import TenderBytes
import TenderHTTP

/// The parts of the contract.
extension BackendContract {
    static let all: [(title: String, check: Part)] = [
        ("a till without a token is refused with 401", withoutToken),
        ("a wrong token is refused with 401", wrongToken),
        ("a connection token has a secret", connectionToken),
        ("a GET is refused", get),
        ("a call that does not exist is refused", unknownCall),
        ("an intent without an idempotency key is refused with 400", withoutKey),
        ("an intent is created with its amount, currency, metadata and client secret", creation),
        ("the same request under the same key creates nothing more", repetition),
        ("another request under the same key is refused", otherUnderKey),
        ("a field outside the contract is refused", foreignField),
        ("a field that is there twice is refused", repeatedField),
        ("an intent is retrieved by its id", retrieval),
        ("an intent is listed", list),
        ("an intent is updated", update),
        ("an intent is canceled, once however often it is asked for", cancellation),
        ("a canceled intent comes with the refusal to capture it", captureOfCanceled),
        ("an unknown intent is an error object of the API", unknownIntent),
        ("an id that leads elsewhere is refused", strangeID),
        ("a surcharge reaches the API, which has no card to charge it to", surcharge),
        ("a choice of currency reaches the API, which has no card to convert for", conversion),
        ("a refund of an unpaid intent is refused by the API", refund),
        ("refunds are listed", refunds),
        ("a setup is created and canceled", setup),
        ("smart readers are listed", readers),
    ]

    private static let withoutToken: Part = { contract throws(Broken) in
        try await contract.link.call("connection_token", withoutToken: true).isRefused([401])
    }

    private static let wrongToken: Part = { contract throws(Broken) in
        let token = SecretBytes(utf8: "Bearer " + TillToken.make())
        try await contract.link.call("connection_token", token: token).isRefused([401])
    }

    private static let connectionToken: Part = { contract throws(Broken) in
        let answer = try await contract.link.success("connection_token")
        try answer.check(answer.object.secret?.isEmpty == false, "there is no secret")
    }

    private static let get: Part = { contract throws(Broken) in
        let answer = try await contract.link.call("connection_token", method: .get)
        try answer.check((400..<500).contains(answer.status), "it answers \(answer.status)")
    }

    private static let unknownCall: Part = { contract throws(Broken) in
        try await contract.link.call("empty_the_account", key: ContractLink.makeKey()).isRefused([403, 404])
    }

    private static let withoutKey: Part = { contract throws(Broken) in
        try await contract.link.call("create_payment_intent", contract.terms).isRefused([400])
    }

    private static let creation: Part = { contract throws(Broken) in
        let (answer, key) = try await contract.intent()
        try answer.check(answer.object.object == "payment_intent", "it is no payment_intent")
        try answer.check(answer.object.amount == contract.amount, "the amount is another one")
        try answer.check(answer.object.currency == contract.currency, "the currency is another one")
        try answer.check(answer.object.clientSecret?.isEmpty == false, "there is no client_secret")
        try answer.check(answer.object.metadata?["contract"] == "check", "the metadata is missing")
        try answer.check(answer.response.header("Request-Id") != nil, "Request-Id is not passed on")
        try await contract.cancel(answer, key)
    }

    private static let repetition: Part = { contract throws(Broken) in
        let (first, key) = try await contract.intent()
        let second = try await contract.link.success("create_payment_intent", contract.terms, key: key)
        try second.check(second.object.id == first.object.id, "it is another intent: the key was not passed on")
        let replayed = second.response.header("Idempotent-Replayed")
        try second.check(replayed?.lowercased() == "true", "Idempotent-Replayed is not passed on")
        try await contract.cancel(first, key)
    }

    private static let otherUnderKey: Part = { contract throws(Broken) in
        let (first, key) = try await contract.intent()
        let other: KeyValuePairs = [
            "amount": "\(contract.amount + 1)", "currency": contract.currency,
            "payment_method_types[]": "card_present",
        ]
        try await contract.link.call("create_payment_intent", other, key: key).isRefused([400, 409])
        try await contract.cancel(first, key)
    }

    private static let foreignField: Part = { contract throws(Broken) in
        let form: KeyValuePairs = [
            "amount": "\(contract.amount)", "currency": contract.currency, "confirm": "true",
            "payment_method": "pm_card_visa",
        ]
        try await contract.link.call("create_payment_intent", form, key: ContractLink.makeKey()).isRefused([400, 403])
    }

    private static let repeatedField: Part = { contract throws(Broken) in
        let form: KeyValuePairs = [
            "amount": "\(contract.amount)", "amount": "99999999", "currency": contract.currency,
            "payment_method_types[]": "card_present",
        ]
        try await contract.link.call("create_payment_intent", form, key: ContractLink.makeKey()).isRefused([400])
    }

    private static let retrieval: Part = { contract throws(Broken) in
        let (made, key) = try await contract.intent()
        let found = try await contract.link.success("retrieve_payment_intent", ["payment_intent_id": contract.id(made)])
        try found.check(found.object.id == made.object.id, "it is another intent")
        try await contract.cancel(made, key)
    }

    private static let list: Part = { contract throws(Broken) in
        let (made, key) = try await contract.intent()
        let list = try await contract.link.success("list_payment_intents", ["limit": "10"])
        let isListed = list.object.data?.contains { $0.id == made.object.id } == true
        try list.check(isListed, "the newest intent is not in the list")
        try await contract.cancel(made, key)
    }

    private static let update: Part = { contract throws(Broken) in
        let (made, key) = try await contract.intent()
        let changed = try await contract.link.success(
            "update_payment_intent", ["payment_intent_id": contract.id(made), "description": "contract"],
            key: ContractLink.makeKey())
        try changed.check(changed.object.description == "contract", "the description was not changed")
        try await contract.cancel(made, key)
    }

    private static let cancellation: Part = { contract throws(Broken) in
        let (made, _) = try await contract.intent()
        let key = ContractLink.makeKey()
        for _ in 1...2 {
            let gone = try await contract.link.success(
                "cancel_payment_intent", ["payment_intent_id": contract.id(made)], key: key)
            try gone.check(gone.object.status == "canceled", "the status is \(gone.object.status ?? "missing")")
        }
    }

    private static let captureOfCanceled: Part = { contract throws(Broken) in
        let (made, key) = try await contract.intent()
        try await contract.cancel(made, key)
        let answer = try await contract.link.call(
            "capture_payment_intent", ["payment_intent_id": contract.id(made)], key: ContractLink.makeKey())
        try answer.isRefused([400])
        try answer.check(answer.object.error?.intent?.id == made.object.id, "the error lacks its payment_intent")
    }

    private static let unknownIntent: Part = { contract throws(Broken) in
        let answer = try await contract.link.call(
            "retrieve_payment_intent", ["payment_intent_id": "pi_that_nobody_made"])
        if answer.status == 403 { throw .notOffered }
        try answer.isRefused([404])
        try answer.check(answer.response.header("Request-Id") != nil, "Request-Id is not passed on")
    }

    private static let strangeID: Part = { contract throws(Broken) in
        try await contract.link.call(
            "cancel_payment_intent", ["payment_intent_id": "../refunds/x"], key: ContractLink.makeKey()
        ).isRefused([400, 404])
    }

    private static let surcharge: Part = { contract throws(Broken) in
        try await contract.confirmWithoutCard("amount_details[surcharge][amount]", "1")
    }

    private static let conversion: Part = { contract throws(Broken) in
        try await contract.confirmWithoutCard(
            "payment_method_options[card_present][dynamic_currency_conversion][status]", "declined")
    }

    private static let refund: Part = { contract throws(Broken) in
        let (made, key) = try await contract.intent()
        let answer = try await contract.link.call(
            "create_refund", ["payment_intent": contract.id(made), "amount": "1"], key: ContractLink.makeKey())
        try await contract.cancel(made, key)
        if answer.status == 403 { throw .notOffered }
        try answer.isRefused([400, 402])
    }

    private static let refunds: Part = { contract throws(Broken) in
        let list = try await contract.link.success("list_refunds", ["limit": "1"])
        try list.check(list.object.data != nil, "it is no list")
    }

    private static let setup: Part = { contract throws(Broken) in
        let made = try await contract.link.success(
            "create_setup_intent", ["payment_method_types[]": "card_present"], key: ContractLink.makeKey())
        try made.check(made.object.clientSecret?.isEmpty == false, "there is no client_secret")
        let read = try await contract.link.success("retrieve_setup_intent", ["setup_intent_id": contract.id(made)])
        try read.check(
            read.object.status == "requires_payment_method", "the status is \(read.object.status ?? "missing")")
        let gone = try await contract.link.success(
            "cancel_setup_intent", ["setup_intent_id": contract.id(made)], key: ContractLink.makeKey())
        try gone.check(gone.object.status == "canceled", "the status is \(gone.object.status ?? "missing")")
    }

    private static let readers: Part = { contract throws(Broken) in
        let list = try await contract.link.success("list_readers", ["limit": "1"])
        try list.check(list.object.data != nil, "it is no list")
    }
}

extension BackendContract {
    /// The amount of the intents that nobody pays, in the smallest unit.
    fileprivate var amount: Int64 { 1234 }

    fileprivate var terms: KeyValuePairs<String, String> {
        [
            "amount": "\(amount)", "currency": currency, "payment_method_types[]": "card_present",
            "capture_method": "manual", "metadata[contract]": "check",
        ]
    }

    fileprivate func intent() async throws(Broken) -> (ContractLink.Answer, key: String) {
        let key = ContractLink.makeKey()
        return (try await link.success("create_payment_intent", terms, key: key), key)
    }

    /// Confirms an intent that has no card; a refusal without the intent is not about that, but about the field.
    fileprivate func confirmWithoutCard(_ field: String, _ value: String) async throws(Broken) {
        let (made, key) = try await intent()
        let answer = try await link.call(
            "confirm_payment_intent", ["payment_intent_id": id(made), field: value], key: ContractLink.makeKey())
        try await cancel(made, key)
        if [400, 403].contains(answer.status), let error = answer.object.error, error.intent == nil {
            throw .notOffered
        }
        try answer.isRefused([400])
        try answer.check(answer.object.error?.intent?.id == made.object.id, "the error is about another intent")
    }

    fileprivate func id(_ answer: ContractLink.Answer) throws(Broken) -> String {
        guard let id = answer.object.id else { throw Broken("the answer has no id") }
        return id
    }

    /// Cancels an intent that a check has made.
    fileprivate func cancel(_ made: ContractLink.Answer, _ key: String) async throws(Broken) {
        _ = try await link.success("cancel_payment_intent", ["payment_intent_id": id(made)], key: key + "_end")
    }
}
