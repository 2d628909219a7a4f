import TenderAPI
import TenderBytes
import TenderFlow
import TenderModel

/// The response to a request for a connection token.
struct TokenObject: Decodable {
    let secret: String
}

/// One page of the API's lists.
struct ListObject<Element: Decodable & Hashable & Sendable>: Decodable {
    let data: [Element]
    let hasMore: Bool

    enum CodingKeys: String, CodingKey {
        case data
        case hasMore = "has_more"
    }

    var page: ListPage<Element> { ListPage(data: data, hasMore: hasMore) }
}

/// One page of the lists of version 2 of the API.
struct CoreListObject<Element: Decodable & Hashable & Sendable>: Decodable {
    let data: [Element]
    let nextPageURL: String?
    let previousPageURL: String?

    enum CodingKeys: String, CodingKey {
        case data
        case nextPageURL = "next_page_url"
        case previousPageURL = "previous_page_url"
    }

    /// The page; `nil` if the address of another one does not name it.
    var page: CorePage<Element>? {
        let (next, previous) = (nextPageURL.map(Self.name), previousPageURL.map(Self.name))
        guard next != .some(nil), previous != .some(nil) else { return nil }
        return CorePage(data: data, nextPage: next ?? nil, previousPage: previous ?? nil)
    }

    /// Returns the parameter `page` of an address.
    private static func name(ofPageAt url: String) -> String? {
        let query = url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        guard let field = query.split(separator: "&").first(where: { $0.hasPrefix("page=") }) else { return nil }
        return PercentEncoding.decodedForm(Array(field.utf8.dropFirst(5))[...])
            .flatMap { String(validating: $0, as: UTF8.self) }
    }
}

/// Compares responses with the requests.
extension APIAnswer {
    /// Returns the intent called `id`; after a capture of `captured`, with that amount received.
    func intent(_ id: String, captured: Amount? = nil) throws(GatewayError) -> PaymentIntent {
        let intent = try decode(PaymentIntent.self, kind: "payment_intent", intent: id)
        guard intent.id == id else { throw mismatch("the answer is about '\(intent.id)', not about '\(id)'") }
        guard let captured, intent.status == .succeeded else { return intent }
        guard intent.amountReceived == captured else {
            throw mismatch(
                "\(captured) was to be captured, the answer says \(intent.amountReceived?.description ?? "nothing")")
        }
        return intent
    }

    /// Returns the new intent, which must match the request.
    ///
    /// - Parameter tellsAttempt: Whether the response must name the attempt; otherwise it must not name a different
    ///   one.
    func createdIntent(
        _ parameters: PaymentIntentParameters, tellsAttempt: Bool = true
    ) throws(GatewayError) -> PaymentIntent {
        let result: Result<PaymentIntent, GatewayError>
        do throws(GatewayError) {
            result = .success(try decode(PaymentIntent.self, kind: "payment_intent"))
        } catch { result = .failure(error) }
        // A decline also contains the intent, and it must be the requested one.
        guard let intent = (try? result.get()) ?? result.error?.intent else { return try result.get() }
        guard intent.amount == parameters.amount else {
            throw mismatch("\(parameters.amount) was asked for, the answer says \(intent.amount)")
        }
        if let customer = parameters.customer, let told = intent.customer, told != customer {
            throw mismatch("a payment of '\(customer)' was asked for, the answer says '\(told)'")
        }
        if let told = PaymentShares(parameters).difference(from: PaymentShares(intent)) { throw mismatch(told) }
        if tellsAttempt || intent.metadata[PaymentIntent.attemptMetadata] != nil {
            try check(intent.metadata, has: parameters.metadata)
        }
        return try result.get()
    }

    /// Refuses a response without the requested attempt: it belongs to another request, and may be an old one.
    private func check(_ told: [String: String], has asked: [String: String]) throws(GatewayError) {
        let name = PaymentIntent.attemptMetadata
        guard let attempt = asked[name], told[name] != attempt else { return }
        throw mismatch("the answer is about the attempt '\(told[name] ?? "none")', not about '\(attempt)'")
    }

    /// Returns the new refund, which must match the request.
    func createdRefund(_ parameters: RefundParameters) throws(GatewayError) -> Refund {
        let refund = try decode(Refund.self, kind: "refund", intent: parameters.paymentIntent)
        let told = parameters.paymentIntent == nil ? refund.charge : refund.paymentIntent
        guard told == parameters.subject else {
            throw mismatch("the refund is of '\(told ?? "nothing")', not of '\(parameters.subject)'")
        }
        if let amount = parameters.amount, refund.amount != amount {
            throw mismatch("\(amount) was to be refunded, the answer says \(refund.amount)")
        }
        try check(refund.metadata, has: parameters.metadata)
        return refund
    }
}

extension Result {
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
