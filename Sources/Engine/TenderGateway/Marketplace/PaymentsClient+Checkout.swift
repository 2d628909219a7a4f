public import TenderAPI
public import TenderFlow
import TenderHTTP
public import TenderModel

/// Pages of the gateway on which people pay: once (Checkout Sessions), or repeatedly (Payment Links).
extension PaymentsClient: CheckoutGateway {
    private static let sessions = "/v1/checkout/sessions"
    private static let sessionKind = "checkout.session"
    private static let links = "/v1/payment_links"
    private static let linkKind = "payment_link"

    /// Creates a page on which somebody pays once, once per key; the total is compared with that of the lines.
    public func createCheckoutSession(
        _ parameters: CheckoutSessionParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> CheckoutSession {
        try requireSecretKey(to: "create a checkout session")
        let call = try MoneyCall.checkoutSession(parameters)
        let answer = try await transport.send(
            APIRequest(method: .post, path: Self.sessions, parameters: call.form, key: key))
        let session = try answer.decode(CheckoutSession.self, kind: Self.sessionKind)
        if let total = call.amount, session.amountTotal != total {
            throw answer.mismatch(
                "\(total) is to be paid, the answer says \(session.amountTotal?.description ?? "nothing")")
        }
        return session
    }

    /// Retrieves a session.
    public func retrieveCheckoutSession(_ id: String) async throws(GatewayError) -> CheckoutSession {
        try await exchange(.get, Self.sessions, id: id, kind: Self.sessionKind, to: "read a checkout session")
    }

    /// Lists sessions, newest first: all of them, or those of a link or a payment, or those with a status.
    public func listCheckoutSessions(
        paymentLink: String? = nil, paymentIntent: String? = nil, status: CheckoutSession.Status? = nil,
        _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<CheckoutSession> {
        var form = FormParameters()
        form.add("payment_link", try paymentLink?.checkedID())
        form.add("payment_intent", try paymentIntent?.checkedID())
        form.add("status", status?.rawValue)
        return try await page(Self.sessions, query, form, to: "list checkout sessions")
    }

    /// Lists what is sold by a session.
    public func listLineItems(
        ofSession id: String, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<LineItem> {
        try await page("\(Self.sessions)/\(try id.checkedID())/line_items", query, to: "list line items")
    }

    /// Updates the metadata of a session; it is merged.
    public func updateCheckoutSession(
        _ id: String, metadata: [String: String], key: IdempotencyKey
    ) async throws(GatewayError) -> CheckoutSession {
        var form = FormParameters()
        form.add("metadata", map: metadata)
        return try await exchange(
            .post, Self.sessions, id: id, "", form, key: key, kind: Self.sessionKind,
            to: "update a checkout session")
    }

    /// Lists what is sold by a link.
    public func listLineItems(
        ofLink id: String, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<LineItem> {
        try await page("\(Self.links)/\(try id.checkedID())/line_items", query, to: "list line items")
    }

    /// Expires an open session, which closes its page.
    public func expireCheckoutSession(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> CheckoutSession {
        try await exchange(
            .post, Self.sessions, id: id, "/expire", key: key, kind: Self.sessionKind, to: "expire a checkout session")
    }

    /// Creates a link at which anybody can pay, once per key; each line names a price of the API.
    public func createPaymentLink(
        _ lines: [CheckoutLine], payment: CheckoutPayment = CheckoutPayment(), metadata: [String: String] = [:],
        key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentLink {
        try requireSecretKey(to: "create a payment link")
        let call = try MoneyCall.paymentLink(lines, payment: payment, metadata: metadata)
        let answer = try await transport.send(
            APIRequest(method: .post, path: Self.links, parameters: call.form, key: key))
        let link = try answer.decode(PaymentLink.self, kind: Self.linkKind)
        let told = PaymentShares(
            fee: link.applicationFeeAmount, transfer: link.transferData, merchant: link.onBehalfOf,
            group: payment.transferGroup)
        if let difference = PaymentShares(payment).difference(from: told) { throw answer.mismatch(difference) }
        return link
    }

    /// Retrieves a link.
    public func retrievePaymentLink(_ id: String) async throws(GatewayError) -> PaymentLink {
        try await exchange(.get, Self.links, id: id, kind: Self.linkKind, to: "read a payment link")
    }

    /// Lists links, newest first: all of them, or only the active or inactive ones.
    public func listPaymentLinks(
        active: Bool? = nil, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<PaymentLink> {
        var form = FormParameters()
        form.add("active", active)
        return try await page(Self.links, query, form, to: "list payment links")
    }

    /// Deactivates a link, so that nobody can open it any more.
    public func deactivatePaymentLink(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> PaymentLink {
        try requireSecretKey(to: "deactivate a payment link")
        var form = FormParameters()
        form.add("active", false)
        let answer = try await transport.send(
            APIRequest(method: .post, path: "\(Self.links)/\(try id.checkedID())", parameters: form, key: key))
        let link = try answer.decode(PaymentLink.self, kind: Self.linkKind)
        guard link.id == id, !link.active else {
            throw answer.mismatch("the answer does not say that '\(id)' is deactivated")
        }
        return link
    }

    /// Creates a product and its unit price, once per key; the amount in the response is compared with the request.
    public func createPrice(
        _ amount: Amount, productName: String, key: IdempotencyKey
    ) async throws(GatewayError) -> Price {
        try requireSecretKey(to: "create a price")
        var form = FormParameters()
        form.add("currency", amount.currency.code)
        form.add("unit_amount", try amount.chargeableUnits())
        form.add("product_data[name]", productName)
        let answer = try await transport.send(
            APIRequest(method: .post, path: "/v1/prices", parameters: form, key: key))
        let price = try answer.decode(Price.self, kind: "price")
        guard price.unitAmount == amount else {
            throw answer.mismatch(
                "\(amount) was to be the price, the answer says \(price.unitAmount?.description ?? "none")")
        }
        return price
    }
}

extension CheckoutLine {
    /// Returns the total of all lines; `nil` if only the API knows a line's price.
    ///
    /// - Throws: `GatewayError` that was not sent, for lines in several currencies or a sum that is too large.
    static func total(of lines: [CheckoutLine]) throws(GatewayError) -> Amount? {
        do throws(AmountError) {
            var total: Amount?
            for line in lines {
                guard case .inline(_, let amount) = line.price else { return nil }
                let cost = try amount.multiplied(by: Int64(line.quantity))
                total = try total?.adding(cost) ?? cost
            }
            return total
        } catch .currenciesDiffer(let one, let other) {
            throw .notSent(.invalidCurrency, AmountError.currenciesDiffer(one, other).description)
        } catch {
            throw .notSent(.invalidAmount, error.description)
        }
    }
}
