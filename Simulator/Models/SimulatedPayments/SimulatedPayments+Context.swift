// What the gateway's server, its pages and programs use of the context: its settings, its lifetimes, and what happens
// without a request.

extension SimulatedPayments {
    /// The schedule of retries to webhook endpoints.
    public var webhookSchedule: WebhookSchedule {
        get { context.webhookSchedule }
        set { context.webhookSchedule = newValue }
    }

    /// The address where people reach the gateway's pages: scheme, host and port.
    public var publicURL: String {
        get { context.publicURL }
        set { context.publicURL = newValue }
    }

    /// The seconds after which a refund that does not succeed at once succeeds or fails.
    public var refundDelay: Int64 {
        get { context.refundDelay }
        set { context.refundDelay = newValue }
    }

    /// The seconds after which a bank pays a debit, or does not; test accounts that take their time take longer.
    public var debitDelay: Int64 {
        get { context.debitDelay }
        set { context.debitDelay = newValue }
    }

    /// Whether amounts with certain endings are declined, as in the API's test mode; otherwise the card alone decides.
    public var decidesByAmount: Bool {
        get { context.issuer.decidesByAmount }
        set { context.withIssuer { $0.decidesByAmount = newValue } }
    }
}

// Times, in seconds.
extension SimulatedPayments {
    /// The time that an idempotency key is remembered, in seconds.
    public static let keyLifetime: Int64 = 24 * 3600
    /// The lifetime of a card-present authorization, in seconds.
    public static let holdLifetime = ResourceContext.holdLifetime
    /// The seconds after which a refund that does not succeed at once succeeds or fails, by default.
    public static let refundDelay = ResourceContext.refundDelay
    /// The default number of seconds after which a bank pays a debit, or does not.
    public static let debitDelay = ResourceContext.debitDelay
    /// The same for the test accounts that take their time.
    public static let slowDebitDelay = ResourceContext.slowDebitDelay
    /// The seconds until money becomes available for payout by default: two days, as in the United States.
    public static let settlementDelay = ResourceContext.settlementDelay
    /// The seconds that a reader keeps a card that it has read, until it is charged.
    public static let collectionLifetime = ResourceContext.collectionLifetime
    /// The lifetime of an ephemeral key, in seconds.
    public static let ephemeralKeyLifetime = ResourceContext.ephemeralKeyLifetime
    /// The most seconds by which one request moves the gateway's time.
    public static let longestAdvance = ResourceContext.longestAdvance
    /// The most seconds by which all of them together move it.
    public static let furthestAdvance = ResourceContext.furthestAdvance
    /// The time in which a link can be opened, in seconds.
    package static let linkLifetime = ResourceContext.linkLifetime
    /// The time in which a person who opened a link may act, in seconds.
    package static let linkSessionLifetime = ResourceContext.linkSessionLifetime
}

// The issuer, what is due, and deliveries to webhook endpoints.
extension SimulatedPayments {
    /// Returns the issuer's bookings for a PaymentIntent; `nil` if no card was presented for it.
    public func ledger(paymentIntent: String) -> LedgerEntry? { context.issuer.entry(paymentIntent: paymentIntent) }

    /// When something is due that webhook endpoints may want to know; `nil` without endpoints, or if nothing is.
    public var nextTask: Int64? { context.nextTask }

    /// Returns whether there is an event to send.
    public func hasDueDelivery(now: Int64) -> Bool { context.hasDueDelivery(now: now) }

    /// The time of the next delivery: in the past if one is due now, `nil` without any.
    public var nextDelivery: Int64? { context.nextDelivery }

    /// Returns the events to send now, at most one for each endpoint without a delivery in progress.
    ///
    /// None of this is stored: after a restart, deliveries that were in progress are sent again.
    ///
    /// - Parameters:
    ///   - now: The seconds since 1970.
    ///   - signedAt: The same on the machine's clock, which the receiver compares with its own.
    ///   - limit: The most events to return.
    public mutating func takeDueDeliveries(now: Int64, signedAt: Int64, limit: Int) -> [WebhookDelivery] {
        context.takeDueDeliveries(now: now, signedAt: signedAt, limit: limit)
    }

    /// Reports the result of an attempt.
    public mutating func delivered(_ id: String, _ outcome: WebhookOutcome, now: Int64) {
        context.delivered(id, outcome, now: now)
    }
}

// What the pages ask before they know whose key they need.
extension SimulatedPayments {
    /// Returns a mark for the last change in an account: another text after every event, and after every change of its
    /// readers.
    package func newestChange(of account: String) -> String? { context.newestChange(of: account) }

    /// Returns an account's name for customers.
    package func merchantName(of account: String) -> String { context.merchantName(of: account) }

    /// Returns the account of a Checkout Session or payment link, which a page's address names; `nil` for an unknown
    /// one, and for an account that no longer sells.
    package func account(ofCheckout id: String) -> String? { context.account(ofCheckout: id) }

    /// Returns the account whose customers a page is for, by the id in its address; `nil` if there is no such page.
    package func account(ofPage id: String) -> String? { context.account(ofPage: id) }

    /// Returns the charge whose receipt has an address with that end, and its account.
    package func charge(ofReceipt token: String) -> (id: String, account: String)? { context.charge(ofReceipt: token) }

    /// Returns the link whose address ends with a slug.
    package func paymentLink(slug: String) -> String? { context.paymentLink(slug: slug) }

    /// Opens a link, which uses it up.
    ///
    /// - Parameters:
    ///   - token: The end of the link's address.
    ///   - now: The seconds since 1970, on the host's clock.
    package mutating func openLink(_ token: String, now: Int64) -> LinkOpening { context.openLink(token, now: now) }

    /// Returns the person who came by a link; `nil` if nobody did.
    ///
    /// - Parameters:
    ///   - session: The secret from opening the link.
    ///   - now: The seconds since 1970, on the host's clock.
    package func linkVisitor(_ session: String, now: Int64) -> LinkVisitor? { context.linkVisitor(session, now: now) }

    /// Ends the session of a person who came by a link.
    package mutating func endLinkSession(_ session: String) { context.endLinkSession(session) }
}
