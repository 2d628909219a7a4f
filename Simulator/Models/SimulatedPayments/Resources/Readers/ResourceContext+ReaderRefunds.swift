import SimulatedCard
import TenderBytes
import TenderModel

/// Refunds to a card that is presented.
extension ResourceContext {
    mutating func refundPayment(_ call: Call) throws(APIFailure) -> APIObject {
        var reader = try findTerminalObject("reader", call)
        let charge = try refundedCharge(call)
        try Self.checkNeedsCard(charge)
        _ = try sharing(call.parameters, of: charge)
        try checkContest(of: charge)
        try Self.checkRefund(call.parameters.integer("amount"), of: charge)
        var content = Self.shown(
            ["amount", "refund_application_fee", "refund_payment_config", "reverse_transfer"], of: call)
        content["charge"] = .string(charge.id)
        content["payment_intent"] = .optional(charge.intent)
        content["metadata"] = .object(try call.parameters.metadata().mapValues(JSONValue.string))
        return try start(ReaderAction(.refundPayment, content), on: &reader, call).answer()
    }

    /// Refunds the card that paid, if it is the one presented.
    mutating func refund(_ waiting: ReaderAction, at reader: inout Document, _ call: Call) throws(APIFailure) {
        var action = waiting
        guard let charge = action.content["charge"]?.text.flatMap({ charges[$0] }) else { return }
        try Self.refuseTip(call.parameters)
        let number = try PresentedCard.number(call.parameters, default: PresentedCard.interac)
        let amount = action.content["amount"]?.number
        do throws(APIFailure) {
            try checkCard(number, of: charge, call)
            try checkRefundInPerson(amount, of: charge)
            try checkContest(of: charge)
            let asked = Parameters(action.content)
            let row = try refund(
                charge, amount, reason: nil, metadata: try asked.metadata(),
                sharing: try sharing(asked, of: charge), call)
            action.content["amount"] = .integer(row.amount)
            action.content["refund"] = .string(row.id)
            action.succeed()
        } catch {
            fail(&action, error, call)
        }
        end(action, at: &reader, call)
    }

    /// Checks the card that a reader of ours has read for a refund: it is the one that paid, and was shown this amount.
    func checkPresentedCard(of charge: ChargeRow, _ call: Call) throws(APIFailure) {
        try Self.checkPaidInPerson(charge)
        let card = try Self.open(call.parameters)
        try checkCard(card.number, of: charge, call)
        let asked = call.parameters.integer("amount") ?? charge.refundable
        guard card.amount.currency == charge.currency, (try? card.amount.gatewayUnits()) == asked else {
            throw .refused(
                "The card was not read for a refund of this amount. Collect the card again.", code: nil,
                param: "payment_method_data[card_present][encrypted_payload]", intent: charge.intent)
        }
        try checkRefundInPerson(asked, of: charge)
    }

    /// Checks that only the card can take the money back: the API refunds what other cards paid without them.
    ///
    /// Source: the API's guide on refunds in person; the message is that of public reports.
    private static func checkNeedsCard(_ charge: ChargeRow) throws(APIFailure) {
        guard charge.methodType != .interacPresent else { return }
        throw .refused(
            "The charge to be refunded and the PaymentMethod provided for the refund must be interac_present type",
            code: "charge_not_refundable", param: "charge")
    }

    private static func checkPaidInPerson(_ charge: ChargeRow) throws(APIFailure) {
        guard !charge.methodType.isPresent else { return }
        throw .refused(
            "Charge \(charge.id) was not paid with a card in a reader and cannot be refunded in person.",
            code: "charge_not_refundable", param: "charge")
    }

    private func checkCard(_ number: SecretBytes, of charge: ChargeRow, _ call: Call) throws(APIFailure) {
        let paid = method(of: charge).flatMap { fingerprint(of: $0) }
        guard paid != fingerprint(of: number, call.account) else { return }
        throw .refused(
            "The card is not the one that charge \(charge.id) was paid with.", code: "invalid_card_type",
            intent: charge.intent)
    }

    /// Checks a partial refund of an Interac payment, which the endings of the amounts decide.
    private func checkRefundInPerson(_ asked: Int64?, of charge: ChargeRow) throws(APIFailure) {
        guard charge.methodType == .interacPresent, let asked, asked < charge.amountCaptured,
            let declineCode = issuer.refundDecline(asked)
        else { return }
        throw APIFailure(
            status: 402, kind: .card, message: Self.message("card_declined", declineCode), code: "card_declined",
            declineCode: declineCode, charge: charge.id, paymentIntent: charge.intent,
            paymentMethod: charge.paymentMethod, isExecuted: true)
    }
}
