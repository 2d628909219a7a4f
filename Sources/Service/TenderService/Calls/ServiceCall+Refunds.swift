import TenderModel
import TenderTerminal

extension ServiceCall {
    static let refundCalls: [ServiceCall] = [refund, refundAtReader]

    static let refundShares: [ServiceField] = [
        ServiceField("reverse_transfer", .flag, "whether the connected account gives its part back too"),
        ServiceField("refund_application_fee", .flag, "whether the platform gives its fee back too"),
    ]

    private static let fields: [ServiceField] =
        [
            ServiceField("payment_intent", ServiceField.id, "the payment that is refunded").required,
            ServiceField("amount", ServiceField.units, "the amount; all that is left when left out"),
            ServiceField(
                "reason", .choice(["duplicate", "fraudulent", "requested_by_customer"]), "the reason"),
            .metadata,
        ] + refundShares

    private static let outcomes = ["succeeded", "pending", "failed", "unknown"]
    private static let refundMembers: [Member] = [.optional("refund", .object("refund"))]

    private static let refund = ServiceCall(
        "create_refund", .post, "refunds", .refund, "refunds a payment, all of it or a part",
        repetition: .continued(nil),
        fields: fields, outcomes: outcomes, members: refundMembers
    ) { desk, input, key in
        ServiceResult(try await desk.terminal.refund(try await desk.refundParameters(input, key)))
    }

    private static let refundAtReader = ServiceCall(
        "process_refund", .post, "refunds/process", .refund,
        "collects the card for a refund and refunds to it, as Interac requires",
        repetition: .continuedIf { desk, input, key in
            try await desk.terminal.openRefund(try await desk.refundParameters(input, key)) != nil
        },
        fields: fields + [.timeout], outcomes: outcomes, members: refundMembers
    ) { desk, input, key in
        let parameters = try await desk.refundParameters(input, key)
        return ServiceResult(
            try await desk.atReader(input.text("payment_intent") ?? "") { handle in
                try await desk.terminal.processRefund(parameters, total: input.timeout, cancelable: handle)
            })
    }
}

extension TillDesk {
    func refundParameters(_ input: ServiceInput, _ key: CommandKey?) async throws -> RefundParameters {
        let id = input.text("payment_intent") ?? ""
        // Only a part has an amount, and only an amount needs the currency.
        let amount: Amount? =
            if let units = input.integer("amount") {
                Amount(minorUnits: units, currency: try await intent(id).amount.currency)
            } else {
                nil
            }
        return RefundParameters(
            paymentIntent: id, amount: amount, reason: input.text("reason").map { RefundReason(rawValue: $0) },
            reversesTransfer: input.flag("reverse_transfer") ?? false,
            refundsApplicationFee: input.flag("refund_application_fee") ?? false, metadata: input.metadata(),
            idempotencyKey: key?.gatewayKey)
    }
}
