import TenderFlow
import TenderModel

/// A gateway and issuer in miniature, written independently of the engine: one intent, keys, and the actual approvals.
struct ModelGateway: Hashable {
    let intentID: String
    let capturesAutomatically: Bool
    /// What the shop asks for, without a tip and a surcharge.
    private(set) var amount: Amount
    private(set) var status = PaymentIntentStatus.requiresPaymentMethod
    private(set) var charges = 0
    private(set) var approvals = 0
    private(set) var capturable: Int64 = 0
    private(set) var received: Int64 = 0
    private(set) var refunded: Int64 = 0
    /// What a colleague has given back of it.
    private(set) var refundedElsewhere: Int64 = 0
    private(set) var isCapturedElsewhere = false
    /// What the customer added to the approved amount.
    private(set) var tip: Int64 = 0
    /// The approved total, once it is not the amount with the tip: a part of it, or a hold that was raised.
    private(set) var authorized: Int64?
    /// What was charged on top, as the confirmation said.
    private(set) var surcharge: Int64 = 0
    /// The currency that the card was charged in, as the confirmation said; the shop gets its own amount either way.
    private(set) var conversion: ConversionChoice?
    /// The platform's fee, as the capture said.
    private(set) var applicationFee: Int64?
    private(set) var decline: Decline?
    private var offers: Int64 = 0
    private var refundKey: IdempotencyKey?
    private var refundedHere: Int64 = 0
    private var stored: [Stored] = []

    private struct Stored: Hashable {
        var request: PaymentRequest
        var reply: GatewayReply
    }

    /// The amount that the cardholder lacks.
    var held: Int64 { capturable + received - refunded }

    /// Whether one key was used for two requests, which a careful engine never does.
    private(set) var sawKeyReuse = false

    init(intentID: String, amount: Amount, capturesAutomatically: Bool) {
        self.intentID = intentID
        self.amount = amount
        self.capturesAutomatically = capturesAutomatically
    }

    private var requested: Int64 { amount.minorUnits + tip + surcharge }
    private var total: Amount { Amount(minorUnits: authorized ?? requested, currency: amount.currency) }

    var facts: IntentFacts {
        IntentFacts(
            id: intentID, amount: total, tip: tip, status: status, capturable: capturable, received: received,
            refunded: refunded, charge: charges == 0 ? nil : "ch_\(charges)", decline: decline,
            requested: authorized.map { $0 < requested } == true ? requested : nil,
            surcharge: surcharge, conversion: conversion, applicationFee: applicationFee
        )
    }

    /// Whether the card is charged in its own currency.
    var isConverted: Bool { if case .accepted? = conversion { true } else { false } }

    /// - Parameters:
    ///   - tip: What the customer added on the reader; it arrives with the card.
    ///   - part: The part that the issuer approves; `nil` for all of it.
    ///   - surcharge: What the confirmation adds.
    ///   - conversion: What the request says about a conversion; `nil` also if no offer is made to the card.
    mutating func execute(
        _ request: PaymentRequest, issuerApproves: Bool, tip: Int64 = 0, surcharge: Int64 = 0, part: Int64? = nil,
        conversion: ConversionRequest? = nil
    ) -> GatewayReply {
        guard let key = request.key else { return answer(request) }
        if let earlier = stored.first(where: { $0.request.key == key }) {
            guard earlier.request == request else {
                sawKeyReuse = true
                return .refused(.keyMismatch, nil)
            }
            return earlier.reply
        }
        let reply = perform(
            request, issuerApproves: issuerApproves, tip: tip, surcharge: surcharge, part: part, conversion: conversion)
        stored.append(Stored(request: request, reply: reply))
        return reply
    }

    /// Fails with a 500 that is stored under the key, before the effect or after it.
    mutating func fail(_ request: PaymentRequest, afterEffect: Bool) -> GatewayReply {
        guard !stored.contains(where: { $0.request.key == request.key }) else {
            return execute(request, issuerApproves: true)
        }
        if afterEffect { _ = perform(request, issuerApproves: true) }
        stored.append(Stored(request: request, reply: .serverError(stored: true)))
        return .serverError(stored: false)
    }

    private func answer(_ question: PaymentRequest) -> GatewayReply {
        guard case .findRefund(let key) = question else { return .intent(facts) }
        guard refundKey?.isRound(of: key) == true else { return .noRefund(others: refundedElsewhere) }
        var refund = refundFacts
        refund.others = refundedElsewhere
        return .refund(refund)
    }

    /// Changes the amount, as long as no card is charged.
    ///
    /// - Returns: Whether it is changed.
    mutating func edit(_ amount: Amount) -> Bool {
        guard status == .requiresPaymentMethod else { return false }
        self.amount = amount
        return true
    }

    /// A colleague captures a part of the hold in the dashboard.
    mutating func captureElsewhere(_ amount: Int64) {
        _ = capture(amount)
        isCapturedElsewhere = true
    }

    /// A colleague gives back some of what was captured.
    mutating func refundElsewhere(_ amount: Int64) {
        refunded += amount
        refundedElsewhere += amount
    }

    private var refundFacts: RefundFacts {
        RefundFacts(
            intent: intentID, amount: Amount(minorUnits: refundedHere, currency: amount.currency), status: .succeeded
        )
    }

    private mutating func perform(
        _ request: PaymentRequest, issuerApproves: Bool, tip: Int64 = 0, surcharge: Int64 = 0, part: Int64? = nil,
        conversion: ConversionRequest? = nil
    ) -> GatewayReply {
        switch request {
        case .attach: attach(tip: tip, conversion)
        case .confirm: confirm(issuerApproves: issuerApproves, tip: tip, surcharge: surcharge, part: part, conversion)
        case .capture(_, let amount, let fee): capture(amount, applicationFee: fee)
        case .increment(_, let amount): increment(to: amount, issuerApproves: issuerApproves)
        case .cancel: cancel()
        case .refund(let key): refund(key)
        case .retrieve, .findRefund: answer(request)
        }
    }

    /// Attaches a card; no two offers are of the same amount.
    private mutating func attach(tip: Int64, _ conversion: ConversionRequest?) -> GatewayReply {
        guard conversion == .offer else { return .intent(facts) }
        offers += 1
        let total = Amount(minorUnits: amount.minorUnits + tip, currency: amount.currency)
        var card = CardDetails()
        card.dynamicCurrencyConversion = .offer(
            total, as: Amount(minorUnits: total.minorUnits + 100 * offers, currency: .usd))
        var attached = facts
        attached.offer = CurrencyConversionOffer(card, of: total)
        return .intent(attached)
    }

    private mutating func confirm(
        issuerApproves: Bool, tip: Int64, surcharge: Int64, part: Int64?, _ conversion: ConversionRequest?
    ) -> GatewayReply {
        guard status == .requiresPaymentMethod else { return .refused(.unexpectedState, facts) }
        charges += 1
        guard issuerApproves else {
            let reason = Decline(code: "card_declined")
            decline = reason
            return .declined(reason, facts)
        }
        approvals += 1
        self.tip = tip
        authorized = part
        self.surcharge = surcharge
        if case .choice(let choice)? = conversion { self.conversion = choice }
        decline = nil
        status = capturesAutomatically ? .succeeded : .requiresCapture
        if capturesAutomatically { received = total.minorUnits } else { capturable = total.minorUnits }
        return .intent(facts)
    }

    private mutating func capture(_ amount: Int64?, applicationFee fee: Int64? = nil) -> GatewayReply {
        guard status == .requiresCapture else { return .refused(.unexpectedState, facts) }
        guard amount ?? capturable <= capturable else { return .refused(.invalid, nil) }
        received = amount ?? capturable
        applicationFee = fee
        capturable = 0
        status = .succeeded
        return .intent(facts)
    }

    private mutating func increment(to total: Int64, issuerApproves: Bool) -> GatewayReply {
        guard status == .requiresCapture else { return .refused(.unexpectedState, facts) }
        guard total > capturable else { return .refused(.invalid, nil) }
        guard issuerApproves else { return .declined(Decline(code: "card_declined"), facts) }
        authorized = total
        capturable = total
        return .intent(facts)
    }

    private mutating func cancel() -> GatewayReply {
        guard status == .requiresPaymentMethod || status == .requiresCapture else {
            return .refused(.unexpectedState, facts)
        }
        capturable = 0
        status = .canceled
        return .intent(facts)
    }

    private mutating func refund(_ key: IdempotencyKey) -> GatewayReply {
        guard status == .succeeded, refundKey == nil, held > 0 else { return .refused(.invalid, nil) }
        refundedHere = held
        refunded = received
        refundKey = key
        return .refund(refundFacts)
    }
}
