import FoundationEssentials
public import TenderFlow
import TenderHTTP
public import TenderModel

/// Calls that move money, as recorded: sent completely, and compared with the response.
extension PaymentsClient {
    /// Makes a call, once per key; the object that it creates has the key in its metadata.
    ///
    /// - Throws: `GatewayError`; of unknown fate for a response about something else.
    public func perform(_ call: MoneyCall, key: IdempotencyKey) async throws(GatewayError) -> MoneyObject {
        try requireSecretKey(to: "create a \(call.kind.rawValue)")
        guard call.kind != .checkoutPayment else { return try await client(of: call).charge(call, key) }
        let answer = try await client(of: call).transport.send(
            APIRequest(method: .post, path: try call.path(), parameters: call.form(key), key: key))
        return try answer.made(by: call, key)
    }

    /// Searches for what a call created under a key, or checks whether what it ends has ended; `nil` if there is
    /// nothing.
    ///
    /// The object is retrieved by its ID if that is known, and otherwise searched for among the newest hundred of its
    /// kind.
    public func find(
        _ call: MoneyCall, key: IdempotencyKey, object: String?
    ) async throws(GatewayError) -> MoneyObject? {
        try requireSecretKey(to: "look for a \(call.kind.rawValue)")
        let client = try client(of: call)
        guard call.kind != .checkoutPayment else { return try await client.findCharge(call, key, object) }
        if let end = call.kind.end {
            let answer = try await client.transport.send(APIRequest(method: .get, path: try call.subjectPath()))
            let found = try answer.decode(JSONTree.self, kind: call.objectKind)
            if end.isReached(by: found) { return try answer.object(found, by: call, key) }
            if let state = call.end(of: found) { throw .precluded(call, state) }
            return nil
        }
        if call.kind == .disputeSubmission { return try await client.submission(call, key) }
        if let object {
            let path = "\(try call.folder())/\(try object.checkedID())"
            let answer = try await client.transport.send(APIRequest(method: .get, path: path))
            return try answer.made(by: call, key)
        }
        let answer = try await client.transport.send(
            APIRequest(method: .get, path: try call.folder(), parameters: try FormParameters(ListQuery(limit: 100))))
        let list = try answer.decode(JSONList.self, kind: "list")
        guard
            let found = list.data.first(where: { $0["metadata"]?[PaymentIntent.attemptMetadata] == .text(key.rawValue) }
            )
        else { return nil }
        return try answer.object(found, by: call, key)
    }

    /// Looks whether the evidence that a dispute has was submitted under a key.
    private func submission(_ call: MoneyCall, _ key: IdempotencyKey) async throws(GatewayError) -> MoneyObject? {
        let answer = try await transport.send(APIRequest(method: .get, path: try call.subjectPath()))
        let dispute = try answer.decode(JSONTree.self, kind: call.objectKind)
        guard let state = call.end(of: dispute) else { return nil }
        guard dispute["metadata"]?[PaymentIntent.attemptMetadata] == .text(key.rawValue) else {
            throw .precluded(call, state)
        }
        return try answer.object(dispute, by: call, key)
    }

    private func client(of call: MoneyCall) throws(GatewayError) -> PaymentsClient {
        guard let account = call.account, account != self.account else { return self }
        return try acting(for: account)
    }
}

extension MoneyCall {
    /// Returns the path that lists what the call creates.
    fileprivate func folder() throws(GatewayError) -> String {
        kind == .payoutReversal ? "/v1/payouts" : try path()
    }

    /// Returns the path for the call.
    fileprivate func path() throws(GatewayError) -> String {
        switch kind {
        case .transfer: "/v1/transfers"
        case .transferReversal: "/v1/transfers/\(try (subject ?? "").checkedID())/reversals"
        case .payout: "/v1/payouts"
        case .paymentLink: "/v1/payment_links"
        case .checkoutSession: "/v1/checkout/sessions"
        case .checkoutPayment: "/v1/payment_intents"
        case .payoutCancellation, .refundCancellation: "\(try subjectPath())/cancel"
        case .paymentLinkDeactivation: try subjectPath()
        case .checkoutSessionExpiry: "\(try subjectPath())/expire"
        case .disputeSubmission: try subjectPath()
        case .disputeClosing: "\(try subjectPath())/close"
        case .payoutReversal: "\(try subjectPath())/reverse"
        }
    }

    /// Returns the path of the object that it ends or changes.
    fileprivate func subjectPath() throws(GatewayError) -> String {
        let id = try (subject ?? "").checkedID()
        return switch kind {
        case .payoutCancellation, .payoutReversal: "/v1/payouts/\(id)"
        case .refundCancellation: "/v1/refunds/\(id)"
        case .disputeSubmission, .disputeClosing: "/v1/disputes/\(id)"
        case .paymentLinkDeactivation: "/v1/payment_links/\(id)"
        case .checkoutSessionExpiry: "/v1/checkout/sessions/\(id)"
        case .transfer, .transferReversal, .payout, .paymentLink, .checkoutSession, .checkoutPayment: try path()
        }
    }

    /// The value of `object` in the response.
    fileprivate var objectKind: String {
        switch kind {
        case .transfer, .transferReversal, .payout, .paymentLink: kind.rawValue
        case .payoutCancellation, .payoutReversal: "payout"
        case .refundCancellation: "refund"
        case .disputeSubmission, .disputeClosing: "dispute"
        case .paymentLinkDeactivation: "payment_link"
        case .checkoutSession, .checkoutSessionExpiry: "checkout.session"
        case .checkoutPayment: "payment_intent"
        }
    }

    /// The parameters to send.
    var form: FormParameters {
        var form = FormParameters()
        for field in fields { form.add(field.name, field.value) }
        return form
    }

    func form(_ key: IdempotencyKey) -> FormParameters {
        var form = form
        guard kind.end == nil else { return form }
        form.add("metadata[\(PaymentIntent.attemptMetadata)]", key.rawValue)
        return form
    }

    /// Returns the state of an object that was to be ended but has ended otherwise; `nil` if it has not, or is
    /// something else.
    fileprivate func end(of object: JSONTree) -> String? {
        guard object["id"]?.plain == subject, let state = object["status"]?.plain else { return nil }
        let others =
            switch kind {
            case .payoutCancellation: ["in_transit", "paid", "failed"]
            case .refundCancellation: ["succeeded", "failed"]
            case .checkoutSessionExpiry: ["complete"]
            case .disputeClosing: ["won"]
            case .disputeSubmission: ["under_review", "won", "lost", "warning_under_review", "warning_closed"]
            case .paymentLinkDeactivation, .transfer, .transferReversal, .payout, .paymentLink, .checkoutSession,
                .payoutReversal, .checkoutPayment:
                [String]()
            }
        return others.contains(state) ? state : nil
    }

    /// Returns how an object differs from the request; `nil` if it does not.
    ///
    /// Whatever the object repeats of the fields must agree; what the API never repeats is left out.
    fileprivate func difference(from object: JSONTree, _ key: IdempotencyKey) throws(GatewayError) -> String? {
        if let end = kind.end {
            let isEnded = object["id"]?.plain == subject && end.isReached(by: object)
            return isEnded ? nil : "the answer does not say that '\(subject ?? "")' has ended"
        }
        if kind == .checkoutSession, let amount {
            let told = object["amount_total"]?.plain ?? "nothing"
            guard told == String(try amount.chargeableUnits()) else {
                return "\(amount) was asked for, the answer says \(told)"
            }
        }
        if kind == .transferReversal, object["transfer"]?.plain != subject {
            return "it is of '\(object["transfer"]?.plain ?? "no transfer")', not of '\(subject ?? "")'"
        }
        if kind == .payoutReversal, object["original_payout"]?.plain != subject {
            return "it is of '\(object["original_payout"]?.plain ?? "no payout")', not of '\(subject ?? "")'"
        }
        if kind == .disputeSubmission {
            guard object["id"]?.plain == subject, end(of: object) != nil else {
                return "the answer does not say that the evidence about '\(subject ?? "")' was submitted"
            }
        }
        let own = fields + [Field("metadata[\(PaymentIntent.attemptMetadata)]", key.rawValue)]
        for field in own {
            guard let told = object.value(at: field.name)?.plain, told != field.value else { continue }
            return "\(field.name) was '\(field.value)', the answer says '\(told)'"
        }
        guard object["metadata"]?[PaymentIntent.attemptMetadata] != nil else {
            return "it is nothing that was asked for here"
        }
        return nil
    }
}

extension GatewayError {
    fileprivate static func precluded(_ call: MoneyCall, _ state: String) -> GatewayError {
        GatewayError(
            .unexpectedState, fate: .precluded,
            message: "'\(call.subject ?? "")' has status \(state) and can no longer be ended")
    }
}

extension MoneyCall.Kind {
    /// The property and the values of an ended object, for a call that ends one.
    fileprivate var end: End? {
        switch self {
        case .payoutCancellation, .refundCancellation: End(name: "status", values: ["canceled"])
        case .paymentLinkDeactivation: End(name: "active", values: ["false"])
        case .checkoutSessionExpiry: End(name: "status", values: ["expired"])
        case .disputeClosing: End(name: "status", values: ["lost", "warning_closed"])
        case .transfer, .transferReversal, .payout, .paymentLink, .checkoutSession, .disputeSubmission,
            .payoutReversal, .checkoutPayment:
            nil
        }
    }
}

/// How an object shows that it has ended.
private struct End {
    let name: String
    let values: [String]

    func isReached(by object: JSONTree) -> Bool { object[name]?.plain.map(values.contains) ?? false }
}

extension APIAnswer {
    fileprivate func made(by call: MoneyCall, _ key: IdempotencyKey) throws(GatewayError) -> MoneyObject {
        try object(try decode(JSONTree.self, kind: call.objectKind), by: call, key)
    }

    fileprivate func object(
        _ tree: JSONTree, by call: MoneyCall, _ key: IdempotencyKey
    ) throws(GatewayError) -> MoneyObject {
        guard let id = tree["id"]?.plain else { throw incomplete("'id' is missing") }
        if let difference = try call.difference(from: tree, key) { throw mismatch("'\(id)': \(difference)") }
        guard let json = try? JSONEncoder().encode(tree) else { throw incomplete("'\(id)' cannot be written down") }
        return MoneyObject(id: id, amount: call.amount, json: Array(json))
    }
}

extension MoneyObject {
    /// Decodes the object as a value, such as a `Transfer`.
    ///
    /// - Throws: `GatewayError` of unknown fate if it is something else.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(GatewayError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(json))
        } catch {
            let reason = (error as? DecodingError)?.sentence ?? "it cannot be read"
            throw GatewayError(
                .responseNotUnderstood, fate: .unknown, message: "'\(id)' was made, and is not understood: \(reason)")
        }
    }
}

private struct JSONList: Decodable {
    let data: [JSONTree]
}

/// Any JSON value, with whole numbers as integers.
private indirect enum JSONTree: Hashable, Codable {
    case null
    case flag(Bool)
    case number(Int64)
    case fraction(Double)
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])

    /// The maximum depth, beyond any object of the API; what lies deeper is left out, so that no response exhausts the
    /// stack.
    private static let deepest = 24

    init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count < Self.deepest else {
            self = .null
            return
        }
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Int64.self) {
            self = .number(number)
        } else if let number = try? value.decode(Double.self) {
            self = .fraction(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([JSONTree].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: JSONTree].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .flag(let flag): try value.encode(flag)
        case .number(let number): try value.encode(number)
        case .fraction(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        case .list(let list): try value.encode(list)
        case .object(let object): try value.encode(object)
        }
    }

    subscript(name: String) -> JSONTree? {
        if case .object(let object) = self { object[name] } else { nil }
    }

    /// The value in form notation; `nil` if it is not a plain value.
    var plain: String? {
        switch self {
        case .flag(let flag): flag ? "true" : "false"
        case .number(let number): String(number)
        case .text(let text): text
        case .null, .fraction, .list, .object: nil
        }
    }

    /// Returns the value under a name in form notation, such as `transfer_data[destination]`.
    func value(at name: String) -> JSONTree? {
        name.split(whereSeparator: { $0 == "[" || $0 == "]" }).reduce(Optional(self)) { $0?[String($1)] }
    }
}
