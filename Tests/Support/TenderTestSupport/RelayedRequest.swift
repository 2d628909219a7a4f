import TenderBackend
import TenderBytes
import TenderFlow
import TenderModel

/// A request of the payments API, with the fields that a merchant's server judges.
struct RelayedRequest {
    private let method: BackendCall.Method
    private let path: String
    private let fields: [FormField]
    private let key: IdempotencyKey?

    private init(
        _ method: BackendCall.Method, _ path: String, _ fields: [(String, String?)] = [], _ key: IdempotencyKey? = nil
    ) {
        self.method = method
        self.path = path
        self.fields = fields.compactMap { name, value in value.map { FormField(name, $0) } }
        self.key = key
    }

    /// Returns the till's request to the server that stands for it; `nil` if none does.
    func asked(tokenHash: String) -> BackendPolicy.Request? {
        guard let (call, ids) = BackendCall.standing(for: method.rawValue, path: path) else { return nil }
        return BackendPolicy.Request(
            method: "POST", path: "/" + call.name, tokenHash: tokenHash, key: key?.rawValue,
            body: Array((ids + fields).encodedForm.utf8))
    }

    private static let intents = "/v1/payment_intents", refunds = "/v1/refunds", setups = "/v1/setup_intents"
    private static let transfers = "/v1/transfers"
    private static let card: [(String, String?)] = [("payment_method_data[type]", "card_present")]
    private static let page: [(String, String?)] = [("limit", "100")]
}

extension RelayedRequest {
    /// Creates a request of a payment.
    init(_ request: PaymentRequest, of id: String, surcharge: Int64?) {
        let (path, key) = ("\(Self.intents)/\(id)", request.key)
        switch request {
        case .attach: self.init(.post, path, Self.card, key)
        case .confirm:
            let added = ("amount_details[surcharge][amount]", surcharge.map(String.init))
            self.init(.post, path + "/confirm", Self.card + [added], key)
        case .capture(_, let amount, let fee):
            let fields = [
                ("amount_to_capture", amount.map(String.init)), ("application_fee_amount", fee.map(String.init)),
            ]
            self.init(.post, path + "/capture", fields, key)
        case .increment(_, let amount):
            self.init(.post, path + "/increment_authorization", [("amount", String(amount))], key)
        case .cancel: self.init(.post, path + "/cancel", [], key)
        case .refund: self.init(request.reversal(of: id) ?? RefundParameters(paymentIntent: id), key)
        case .retrieve: self.init(.get, path)
        case .findRefund: self.init(.get, Self.refunds, [("payment_intent", id)] + Self.page)
        }
    }

    /// Creates a request outside a payment.
    init(_ request: TerminalMachine.SingleRequest) {
        switch request {
        case .create(let parameters, let key): self.init(parameters, key)
        case .findCreated, .list: self.init(.get, Self.intents, Self.page)
        case .edit(let id, let changes, let key):
            self.init(.post, "\(Self.intents)/\(id)", [("amount", changes.amount?.units)], key)
        case .findEdit(let id, _), .read(let id, _): self.init(.get, "\(Self.intents)/\(id)")
        case .refund(let parameters, let key): self.init(parameters, key)
        case .findRefund(let parameters, _):
            self.init(.get, Self.refunds, [("payment_intent", parameters.subject)] + Self.page)
        case .call(let call, let key):
            let fields = [
                ("amount", call.amount?.units), ("currency", call.amount?.currency.code), ("destination", call.subject),
            ]
            self.init(.post, Self.transfers, fields, key)
        case .findCall: self.init(.get, Self.transfers, Self.page)
        case .createSetup(let parameters, let key):
            self.init(.post, Self.setups, [("customer", parameters.customer)], key)
        case .readSetup(let id, _): self.init(.get, "\(Self.setups)/\(id)")
        case .cancelSetup(let id, let key): self.init(.post, "\(Self.setups)/\(id)/cancel", [], key)
        case .setup(let setup, let key, _):
            self.init(.post, "\(Self.setups)/\(setup.setupIntent)/confirm", Self.card, key)
        }
    }

    /// Creates the creation of an intent.
    init(_ parameters: PaymentIntentParameters, _ key: IdempotencyKey) {
        let amount = parameters.amount
        self.init(.post, Self.intents, [("amount", amount.units), ("currency", amount.currency.code)], key)
    }

    private init(_ refund: RefundParameters, _ key: IdempotencyKey?) {
        self.init(.post, Self.refunds, [("payment_intent", refund.subject), ("amount", refund.amount?.units)], key)
    }

    /// The search for what was created.
    static var search: RelayedRequest { RelayedRequest(.get, intents, page) }
}

extension Amount {
    /// The gateway's integer; the world's currency has no other.
    fileprivate var units: String { String(minorUnits) }
}
