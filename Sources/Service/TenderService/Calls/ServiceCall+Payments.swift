import FoundationEssentials
import TenderAPI
import TenderFlow
import TenderModel
import TenderTerminal

extension ServiceCall {
    static let paymentCalls: [ServiceCall] =
        [create, list, retrieve, change, collect, confirm, process, resolve, capture, increment, cancel, void]

    private static let intentMember = Member("payment_intent", .object("payment_intent"))
    static let outcomeWords = ["approved", "declined", "canceled", "unknown", "stored_offline"]
    static let outcomeMembers: [Member] = [
        intentMember, .optional("decline", .object("decline")), .optional("canceled_by", .text),
        .optional("reason", .text), .optional("message", .text),
    ]

    private static let captureMethods = ServiceField(
        "capture_method", .choice(CaptureMethod.known.map(\.rawValue)),
        "when an approval is captured; automatic when left out")

    private static let common: [ServiceField] = [
        .description, .metadata, .customer, ServiceField("receipt_email", .text(500), "where a receipt is sent"),
        ServiceField("statement_descriptor_suffix", .text(22), "the end of the text on the cardholder's statement"),
        ServiceField("application_fee_amount", ServiceField.units, "what the platform keeps of it"),
    ]

    private static let create = ServiceCall(
        "create_payment_intent", .post, "payment_intents", .sell, "creates a payment; nothing is charged yet",
        repetition: .continued(nil), beginsSale: true,
        fields: [.amount.required, .currency.required, captureMethods] + common + [
            ServiceField("order", .text(100), "the shop's order: its cards pay one after the other"),
            ServiceField("transfer_destination", ServiceField.id, "the connected account that receives the money"),
            ServiceField("on_behalf_of", ServiceField.id, "the connected account that is merchant of record"),
            ServiceField("transfer_group", .text(255), "the group that ties transfers to it"),
            ServiceField(
                "setup_future_usage", .choice(SetupFutureUsage.known.map(\.rawValue)), "whether the card is saved"),
            ServiceField("request_extended_authorization", .flag, "whether the hold is to last longer than usual"),
            ServiceField(
                "request_incremental_authorization", .flag, "whether the hold is to be one that may be raised"),
            ServiceField("request_partial_authorization", .flag, "whether the issuer may approve a part"),
            .offlineBehavior,
        ], members: [intentMember]
    ) { desk, input, key in
        let parameters = try input.paymentParameters(key)
        let intent = try await desk.terminal.createPaymentIntent(parameters, offlineBehavior: input.offlineBehavior)
        return .intent(await desk.remember(intent))
    }

    private static let list = ServiceCall(
        "list_payment_intents", .get, "payment_intents", .read, "lists payments, newest first",
        fields: ServiceField.list + [.customer],
        members: [Member("payment_intents", .list(.object("payment_intent"))), Member("has_more", .flag)]
    ) { desk, input, _ in
        let query = ListQuery(
            limit: Int(input.integer("limit") ?? 10), startingAfter: input.text("starting_after"),
            filters: input.text("customer").map { [.customer: $0] } ?? [:])
        let page = try await desk.terminal.listPaymentIntents(query)
        return ServiceResult(
            "done", [("payment_intents", page.data.map(\.withoutSecret)), ("has_more", page.hasMore)])
    }

    private static let retrieve = ServiceCall(
        "retrieve_payment_intent", .get, "payment_intents/{id}", .read, "retrieves a payment", members: [intentMember]
    ) { desk, input, _ in
        .intent(try await desk.freshIntent(input.id))
    }

    private static let change = ServiceCall(
        "update_payment_intent", .post, "payment_intents/{id}", .sell,
        "changes a payment that nobody has paid yet; another amount drops a card that was collected",
        repetition: .continued(nil), fields: [.amount] + common, members: [intentMember]
    ) { desk, input, key in
        let intent = try await desk.freshIntent(input.id)
        let changed = try await desk.terminal.updatePaymentIntent(
            intent, input.paymentChanges(intent.amount.currency, key))
        return .intent(await desk.remember(changed))
    }

    private static let collect = ServiceCall(
        "collect_payment_method", .post, "payment_intents/{id}/collect", .sell,
        "collects a card for a payment; nothing is charged yet", repetition: .lookedUp, beginsSale: true,
        fields: ServiceField.collecting + [
            ServiceField(
                "update_payment_intent", .flag,
                "whether to attach the card and return it for inspection; confirm or cancel within 30 seconds")
        ], members: [intentMember]
    ) { desk, input, _ in
        let intent = try await desk.intentToPay(input.id)
        let collected = try await desk.atReader(input.id) { handle in
            try await desk.terminal.collectPaymentMethod(
                intent, configuration: input.collecting(intent.amount.currency), total: input.timeout,
                cancelable: handle)
        }
        return .intent(await desk.remember(collected))
    }

    private static let confirm = ServiceCall(
        "confirm_payment_intent", .post, "payment_intents/{id}/confirm", .sell,
        "authorizes the collected card and waits for the outcome", repetition: .lookedUp, outcomes: outcomeWords,
        members: outcomeMembers
    ) { desk, input, _ in
        let intent = try await desk.intent(input.id)
        let outcome = try await desk.atReader(input.id) { handle in
            try await desk.terminal.confirmPaymentIntent(intent, cancelable: handle)
        }
        return await desk.told(outcome)
    }

    private static let process = ServiceCall(
        "process_payment_intent", .post, "payment_intents/{id}/process", .sell,
        "collects a card and confirms, without a pause in between", repetition: .lookedUp, beginsSale: true,
        fields: ServiceField.collecting, outcomes: outcomeWords, members: outcomeMembers
    ) { desk, input, _ in
        let intent = try await desk.intentToPay(input.id)
        let outcome = try await desk.atReader(input.id) { handle in
            try await desk.terminal.processPaymentIntent(
                intent, configuration: input.collecting(intent.amount.currency), total: input.timeout,
                cancelable: handle)
        }
        return await desk.told(outcome)
    }

    private static let resolve = ServiceCall(
        "resolve_payment_intent", .post, "payment_intents/{id}/resolve", .sell,
        "waits again for an outcome that was unknown; charges nothing", outcomes: outcomeWords, members: outcomeMembers
    ) { desk, input, _ in
        await desk.told(try await desk.terminal.resolvePaymentIntent(try await desk.intent(input.id)))
    }

    private static let capture = ServiceCall(
        "capture_payment_intent", .post, "payment_intents/{id}/capture", .sell, "captures a hold, all of it or a part",
        repetition: .continued { intent, input in
            intent.status == .succeeded
                && intent.amountReceived?.minorUnits
                    == (input.integer("amount_to_capture") ?? intent.amount.minorUnits)
                && (input.integer("application_fee_amount").map { $0 == intent.applicationFeeAmount?.minorUnits }
                    ?? true)
        },
        fields: [
            ServiceField("amount_to_capture", ServiceField.units, "the amount; all that is held when left out"),
            ServiceField("application_fee_amount", ServiceField.units, "the platform's fee"),
        ], outcomes: ["captured"], members: [intentMember]
    ) { desk, input, _ in
        let intent = try await desk.freshIntent(input.id)
        let currency = intent.amount.currency
        let captured = try await desk.terminal.capturePaymentIntent(
            intent, amount: input.amount("amount_to_capture", currency),
            applicationFee: input.amount("application_fee_amount", currency))
        return .intent(await desk.remember(captured), "captured")
    }

    private static let increment = ServiceCall(
        "increment_authorization", .post, "payment_intents/{id}/increment_authorization", .sell,
        "raises a hold to a larger total",
        repetition: .continued { intent, input in intent.amount.minorUnits == input.integer("amount") },
        fields: [ServiceField("amount", ServiceField.units, "the new total, not the difference").required],
        outcomes: ["raised"], members: [intentMember]
    ) { desk, input, _ in
        let intent = try await desk.freshIntent(input.id)
        let total = Amount(minorUnits: input.integer("amount") ?? 0, currency: intent.amount.currency)
        let raised = try await desk.terminal.incrementAuthorization(intent, amount: total)
        return .intent(await desk.remember(raised), "raised")
    }

    private static let cancel = ServiceCall(
        "cancel_payment_intent", .post, "payment_intents/{id}/cancel", .sell,
        "cancels a payment and releases its hold, after stopping a collection that runs for it",
        repetition: .continued { intent, _ in intent.status == .canceled }, outcomes: ["canceled"],
        members: [intentMember]
    ) { desk, input, _ in
        let intent = try await desk.freshIntent(input.id)
        return .intent(
            await desk.remember(try await desk.terminal.cancelPaymentIntent(intent)), "canceled")
    }

    private static let void = ServiceCall(
        "void_payment", .post, "payment_intents/{id}/void", .refund,
        "gives all of a payment back: releases its hold, or refunds what was captured", repetition: .continued(nil),
        fields: refundShares, outcomes: ["released", "succeeded", "pending", "failed", "unknown"],
        members: [.optional("payment_intent", .object("payment_intent")), .optional("refund", .object("refund"))]
    ) { desk, input, key in
        let outcome = try await desk.terminal.voidPayment(
            id: input.id, reversesTransfer: input.flag("reverse_transfer") ?? false,
            refundsApplicationFee: input.flag("refund_application_fee") ?? false, idempotencyKey: key?.gatewayKey)
        return switch outcome {
        case .released(let intent): .intent(await desk.remember(intent), "released")
        case .refunded(let refund): ServiceResult(refund)
        }
    }
}

extension TillDesk {
    /// Returns a payment as the gateway knows it now; one that is stored offline as it was told last.
    func freshIntent(_ id: String) async throws -> PaymentIntent {
        do {
            return remember(try await terminal.retrievePaymentIntent(id: id))
        } catch let error as TenderError where configuration.forgetsPayments && error.code == .resourceMissing {
            guard let made = made(id) else { throw error }
            return made
        } catch {
            // What is stored here has no counterpart at the gateway yet.
            guard PaymentIntent.isOffline(id: id), let known = known(id) else { throw error }
            return known
        }
    }

    /// Returns a payment for which a card is to be asked: as the gateway knows it now, because the reader shows the amount;
    /// as it was told last where the gateway does not answer.
    func intentToPay(_ id: String) async throws -> PaymentIntent {
        do {
            return try await freshIntent(id)
        } catch let error as TenderError where error.isWithoutAnswer {
            guard let known = known(id) else { throw error }
            return known
        }
    }

    /// Returns how a confirmation ended, and remembers the payment.
    func told(_ outcome: PaymentOutcome) -> ServiceResult {
        switch outcome {
        case .approved(let intent), .declined(_, let intent), .canceled(_, let intent): remember(intent)
        case .unknown(let unknown): remember(unknown.intent)
        case .storedOffline(let approval): remember(approval.intent)
        }
        return ServiceResult(outcome)
    }
}

extension ServiceInput {
    fileprivate func paymentParameters(_ key: CommandKey?) throws(ServiceError) -> PaymentIntentParameters {
        let currency = try currency()
        let destination = text("transfer_destination").map { TransferData(destination: $0) }
        var parameters = PaymentIntentParameters(
            Amount(minorUnits: integer("amount") ?? 0, currency: currency),
            captureMethod: text("capture_method").map { CaptureMethod(rawValue: $0) } ?? .automatic,
            description: text("description"), customer: text("customer"), receiptEmail: text("receipt_email"),
            statementDescriptorSuffix: text("statement_descriptor_suffix"),
            applicationFeeAmount: amount("application_fee_amount", currency), transferData: destination,
            onBehalfOf: text("on_behalf_of"), transferGroup: text("transfer_group"), order: text("order"),
            metadata: metadata(), idempotencyKey: key?.gatewayKey,
            setupFutureUsage: text("setup_future_usage").map { SetupFutureUsage(rawValue: $0) })
        let options = CardPresentOptions(
            requestExtendedAuthorization: flag("request_extended_authorization"),
            requestIncrementalAuthorizationSupport: flag("request_incremental_authorization"),
            requestPartialAuthorization: flag("request_partial_authorization") == true ? .ifAvailable : nil)
        if let journal = key?.journal { parameters.metadata[PaymentIntent.journalMetadata] = journal }
        if options != CardPresentOptions() {
            parameters.paymentMethodOptions = PaymentMethodOptions(cardPresent: options)
        }
        return parameters
    }

    fileprivate func paymentChanges(_ currency: Currency, _ key: CommandKey?) -> PaymentIntentChanges {
        PaymentIntentChanges(
            amount: amount("amount", currency), description: text("description").map { .set($0) },
            metadata: metadata().mapValues { .set($0) },
            applicationFeeAmount: amount("application_fee_amount", currency).map { .set($0) },
            receiptEmail: text("receipt_email").map { .set($0) },
            statementDescriptorSuffix: text("statement_descriptor_suffix").map { .set($0) },
            idempotencyKey: key?.gatewayKey, customer: text("customer"))
    }

    /// The settings of a card collection.
    func collecting(_ currency: Currency) -> CollectConfiguration {
        CollectConfiguration(
            updatePaymentIntent: flag("update_payment_intent") ?? false,
            customerCancellation: flag("customer_cancellation") ?? true, tipping: tipping(currency),
            allowRedisplay: allowRedisplay)
    }
}
