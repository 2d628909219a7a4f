public import TenderBytes

/// What the merchant's server decides about a till's request: it goes on to the payments API, or it is refused.
///
/// A value without sockets, secrets and clock. The same request under the same key is judged alike each time, except for
/// the number of requests, so that a till may repeat what may have been executed.
public struct BackendPolicy: Sendable {
    /// A request of a till.
    public struct Request: Hashable, Sendable {
        /// The HTTP method.
        public var method: String
        /// The path without a query.
        public var path: String
        /// The SHA-256 of the token, in lower-case hexadecimal digits; `nil` without a token.
        public var tokenHash: String?
        /// The idempotency key.
        public var key: String?
        /// The form.
        public var body: [UInt8]

        /// Creates a request.
        public init(method: String, path: String, tokenHash: String?, key: String?, body: [UInt8]) {
            self.method = method
            self.path = path
            self.tokenHash = tokenHash
            self.key = key
            self.body = body
        }
    }

    /// The request of the payments API that a till's request stands for.
    public struct Errand: Hashable, Sendable {
        /// The method.
        public let method: BackendCall.Method
        /// The path.
        public let path: String
        /// The parameters, in the order of the till.
        public let form: [FormField]
        /// The till's key, unchanged.
        public let key: String?
        /// The till's name, for people.
        public let till: String
        /// What the API must tell first, if the errand refunds a whole payment and refunds are limited.
        public let wholeRefund: WholeRefund?
    }

    /// What becomes of a request.
    public enum Decision: Hashable, Sendable {
        /// It is sent to the payments API, once; a whole refund only if its payment is within the limit.
        case forward(Errand)
        /// It is refused, and nothing is sent.
        case refuse(BackendRefusal)
    }

    private let settings: BackendSettings
    private var tills: [String: BackendTill]
    /// By the till's name, so that a new token gives no new room.
    private var buckets: [String: RequestBucket] = [:]

    /// Creates a policy for the tills that are known now.
    public init(_ settings: BackendSettings, tills: BackendTills) {
        self.settings = settings
        self.tills = Self.byHash(tills)
    }

    /// Replaces the tills; how much each has asked for is kept.
    public mutating func replaceTills(_ tills: BackendTills) { self.tills = Self.byHash(tills) }

    private static func byHash(_ tills: BackendTills) -> [String: BackendTill] {
        Dictionary(tills.tills.map { ($0.tokenHash, $0) }) { $1 }
    }

    /// Decides about a request.
    ///
    /// - Parameter now: The milliseconds of a monotonic clock.
    public mutating func decide(_ request: Request, now: Int64) -> Decision {
        do throws(BackendRefusal) {
            guard let till = request.tokenHash.flatMap({ tills[$0] }) else { throw .unknownTill }
            try count(till, now)
            return .forward(try errand(request, till))
        } catch {
            return .refuse(error)
        }
    }

    private mutating func count(_ till: BackendTill, _ now: Int64) throws(BackendRefusal) {
        var bucket = buckets[till.name] ?? RequestBucket(perMinute: settings.requestsPerMinute, now: now)
        let wait = bucket.take(now: now)
        buckets[till.name] = bucket
        if let wait { throw .tooMany(retryAfter: wait) }
    }

    private func errand(_ request: Request, _ till: BackendTill) throws(BackendRefusal) -> Errand {
        guard request.method == "POST" else { throw .wrongMethod }
        let name = request.path.drop { $0 == "/" }
        guard let call = BackendCall.all.first(where: { $0.name == name }) else { throw .noSuchCall }
        guard settings.allowed.contains(call), till.allowed?.contains(call) ?? true else {
            throw .notAllowed(call.name)
        }
        if call.needsKey {
            guard let key = request.key, (1...255).contains(key.utf8.count),
                key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { throw .keyMissing }
        }
        guard let form = [FormField](form: request.body) else { throw .noForm }
        let fields = try checked(form, call, till)
        let ids = Dictionary(form.map { ($0.name, $0.value) }) { first, _ in first }
        guard let path = call.path(ids) else { throw .noID(call.idNames.joined(separator: ", ")) }
        return Errand(
            method: call.method, path: path, form: fields + call.expansions.map { FormField("expand[]", $0) },
            key: call.needsKey ? request.key : nil, till: till.name, wholeRefund: wholeRefund(fields, call))
    }

    /// Returns the fields for the API: those of the contract and within the limits, without the IDs of the path.
    private func checked(
        _ form: [FormField], _ call: BackendCall, _ till: BackendTill
    ) throws(BackendRefusal) -> [FormField] {
        var seen: Set<String> = []
        var kept: [FormField] = []
        let mayShare = settings.allowed.allowsShares && till.allowed?.allowsShares ?? true
        for field in form {
            // Which of two values the API would use is its own business, so no limit could be checked.
            guard field.name.hasSuffix("[]") || seen.insert(field.name).inserted else { throw .twice(field.name) }
            if call.idNames.contains(field.name) { continue }
            guard call.permits(field) else { throw .noSuchField(field.name) }
            let isShare = BackendCall.shareFields.contains { BackendCall.matches($0, field) }
            guard mayShare || !isShare || call.group == .transfers else { throw .notAllowed(field.name) }
            kept.append(field)
        }
        try checkAmounts(kept, call)
        return kept
    }

    private func checkAmounts(_ form: [FormField], _ call: BackendCall) throws(BackendRefusal) {
        let values = Dictionary(form.map { ($0.name, $0.value) }) { first, _ in first }
        switch call.name {
        case "create_payment_intent":
            guard !settings.currencies.isEmpty else { return }
            guard let limit = values["currency"].flatMap({ settings.currencies[$0.lowercased()] }) else {
                throw .currencyNotAllowed
            }
            try Self.check(values["amount"], upTo: limit)
        // The currency is the intent's, which is not in the request.
        case "update_payment_intent": try check(values["amount"], ifAny: settings.largestPayment)
        case "increment_authorization": try check(values["amount"], ifAny: settings.largestTotal)
        case "capture_payment_intent": try check(values["amount_to_capture"], ifAny: settings.largestTotal)
        case "confirm_payment_intent":
            guard let surcharge = values[BackendCall.surchargeField], settings.limitsSurcharges else { return }
            guard let limit = settings.maximumSurcharge else { throw .surchargeWithoutLimit }
            try Self.check(surcharge, upTo: limit)
        case "create_refund", "reader/refund_payment":
            guard let limit = settings.maximumRefund, wholeRefund(form, call) == nil else { return }
            guard let amount = values["amount"] else { throw .refundWithoutAmount }
            try Self.check(amount, upTo: limit)
        case "create_transfer":
            guard let limit = settings.maximumTransfer else { return }
            try Self.check(values["amount"], upTo: limit)
        case "create_checkout_session": try checkLines(values)
        default: return
        }
    }

    private func wholeRefund(_ form: [FormField], _ call: BackendCall) -> WholeRefund? {
        guard call.name == "create_refund", let limit = settings.maximumRefund else { return nil }
        return WholeRefund(form, upTo: limit)
    }

    /// Adds up the lines of a page, which must say their prices where payments are limited.
    private func checkLines(_ values: [String: String]) throws(BackendRefusal) {
        guard !settings.currencies.isEmpty else { return }
        var sum: Int64 = 0
        var limit = Int64.max
        for name in values.keys.sorted() where name.hasPrefix("line_items[") {
            guard !name.hasSuffix("][price]"), !name.hasSuffix("[unit_amount_decimal]") else { throw .priceNotNamed }
            if name.hasSuffix("[currency]") {
                guard let own = values[name].flatMap({ settings.currencies[$0.lowercased()] }) else {
                    throw .currencyNotAllowed
                }
                limit = min(limit, own)
            }
            guard name.hasSuffix("[price_data][unit_amount]") else { continue }
            let line = name.dropLast("[price_data][unit_amount]".count)
            let price = try Self.units(values[name])
            let count = try Self.units(values["\(line)[quantity]"] ?? "1")
            let (product, isLarge) = price.multipliedReportingOverflow(by: count)
            let (next, isLarger) = sum.addingReportingOverflow(product)
            guard !isLarge, !isLarger else { throw .amountTooLarge(limit: limit) }
            sum = next
        }
        guard sum <= limit else { throw .amountTooLarge(limit: limit) }
    }

    private static func units(_ amount: String?) throws(BackendRefusal) -> Int64 {
        guard let amount, amount.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let units = Int64(amount) else {
            throw .noAmount
        }
        return units
    }

    private func check(_ amount: String?, ifAny limit: Int64?) throws(BackendRefusal) {
        if let amount, let limit { try Self.check(amount, upTo: limit) }
    }

    private static func check(_ amount: String?, upTo limit: Int64) throws(BackendRefusal) {
        let units = try units(amount)
        guard units <= limit else { throw .amountTooLarge(limit: limit) }
    }
}
