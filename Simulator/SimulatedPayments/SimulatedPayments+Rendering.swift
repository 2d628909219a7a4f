import TenderModel

/// The objects of the API as JSON: every field that its public schema always renders, null where there is nothing.
extension SimulatedPayments {
    func json(_ object: APIObject) -> JSONValue {
        switch object {
        case .intent(let row, let expansion): json(row, expansion)
        case .refund(let row, let expansion): json(row, expansion)
        case .intents(let rows, let hasMore, let expansion):
            Self.list(rows.map { json($0, expansion) }, hasMore: hasMore, url: "/v1/payment_intents")
        case .refunds(let rows, let hasMore, let expansion):
            Self.list(rows.map { json($0, expansion) }, hasMore: hasMore, url: "/v1/refunds")
        case .connectionToken(let secret): ["object": "terminal.connection_token", "secret": .string(secret)]
        }
    }

    private static func list(_ data: [JSONValue], hasMore: Bool, url: String) -> JSONValue {
        ["object": "list", "url": .string(url), "has_more": .bool(hasMore), "data": .array(data)]
    }

    func json(_ intent: IntentRow, _ expansion: Expansion = .none) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(intent.id),
            "object": "payment_intent",
            "amount": .integer(intent.amount),
            "amount_capturable": .integer(intent.amountCapturable),
            "amount_details": ["tip": [:]],
            "amount_received": .integer(intent.amountReceived),
            "automatic_payment_methods": intent.hasAutomaticMethods
                ? ["allow_redirects": "always", "enabled": true] : nil,
            "canceled_at": .optional(intent.canceledAt),
            "cancellation_reason": .optional(intent.cancellationReason),
            "capture_method": .string(intent.captureMethod.rawValue),
            "client_secret": .string(intent.clientSecret),
            "confirmation_method": "automatic",
            "created": .integer(intent.created),
            "currency": .string(intent.currency.code),
            "last_payment_error": intent.lastError.map(json) ?? nil,
            "latest_charge": reference(intent.latestCharge, charges, expansion["latest_charge"], json),
            "livemode": false,
            "payment_method": reference(
                intent.paymentMethod, paymentMethods, expansion["payment_method"]
            ) { row, _ in json(row) },
            "payment_method_options": Self.methodOptions(intent),
            "payment_method_types": .array(intent.methodTypes.map { .string($0.rawValue) }),
            "setup_future_usage": .optional(intent.setupFutureUsage?.rawValue),
            "status": .string(intent.status.rawValue),
        ]
        Self.merge(Self.json(intent.details), into: &members)
        Self.addNulls(
            [
                "application", "application_fee_amount", "customer", "customer_account",
                "excluded_payment_method_types", "managed_payments", "next_action", "on_behalf_of",
                "payment_method_configuration_details", "processing", "review", "shipping", "source", "transfer_data",
            ], to: &members)
        return .object(members)
    }

    /// What the holder of a publishable key sees of an intent.
    static func reduced(_ intent: JSONValue) -> JSONValue {
        guard case .object(let members) = intent else { return intent }
        return .object(members.filter { publishableFields.contains($0.key) })
    }

    private static let publishableFields: Set<String> = [
        "id", "object", "amount", "amount_details", "automatic_payment_methods", "canceled_at",
        "cancellation_reason", "capture_method", "client_secret", "confirmation_method", "created", "currency",
        "description", "last_payment_error", "livemode", "next_action", "payment_method",
        "payment_method_configuration_details", "payment_method_types", "processing", "receipt_email",
        "setup_future_usage", "shipping", "source", "status",
    ]

    func json(_ charge: ChargeRow, _ expansion: Expansion = .none) -> JSONValue {
        let released = charge.amountReleased + charge.amountRefunded
        var members: [String: JSONValue] = [
            "id": .string(charge.id),
            "object": "charge",
            "amount": .integer(charge.amount),
            "amount_captured": .integer(charge.amountCaptured),
            "amount_refunded": .integer(released),
            "billing_details": Self.billingDetails,
            "captured": .bool(charge.captured),
            "created": .integer(charge.created),
            "currency": .string(charge.currency.code),
            "disputed": false,
            "failure_code": .optional(charge.decline?.code),
            "failure_message": .optional(charge.decline?.message),
            "fraud_details": [:],
            "livemode": false,
            "outcome": Self.outcome(charge),
            "paid": .bool(charge.succeeded),
            "payment_intent": reference(charge.intent, intents, expansion["payment_intent"], json),
            "payment_method": .string(charge.paymentMethod),
            "payment_method_details": Self.methodDetails(charge),
            "refunded": .bool(released == charge.amount && charge.succeeded),
            "status": .string(charge.succeeded ? "succeeded" : "failed"),
        ]
        if let code = charge.card.receipt?.authorizationCode { members["authorization_code"] = .string(code) }
        Self.merge(Self.json(charge.details), into: &members)
        Self.addNulls(
            [
                "application", "application_fee", "application_fee_amount", "balance_transaction",
                "calculated_statement_descriptor", "customer", "failure_balance_transaction", "on_behalf_of",
                "receipt_number", "receipt_url", "review", "shipping", "source", "source_transfer", "transfer_data",
            ], to: &members)
        return .object(members)
    }

    func json(_ refund: RefundRow, _ expansion: Expansion = .none) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(refund.id),
            "object": "refund",
            "amount": .integer(refund.amount),
            "charge": reference(refund.charge, charges, expansion["charge"], json),
            "created": .integer(refund.created),
            "currency": .string(refund.currency.code),
            "destination_details": ["card": ["type": "refund"], "type": "card"],
            "metadata": .object(refund.metadata.mapValues(JSONValue.string)),
            "payment_intent": reference(refund.intent, intents, expansion["payment_intent"], json),
            "payment_method": reference(
                refund.paymentMethod, paymentMethods, expansion["payment_method"]
            ) { row, _ in json(row) },
            "reason": .optional(refund.reason?.rawValue),
            "status": .string(refund.status.rawValue),
        ]
        if refund.status == .failed, let failure = refund.failure {
            members["failure_reason"] = .string(failure.reason)
        }
        Self.addNulls(
            [
                "balance_transaction", "customer", "customer_account", "receipt_number", "source_transfer_reversal",
                "transfer_reversal",
            ], to: &members)
        return .object(members)
    }

    func json(_ method: PaymentMethodRow) -> JSONValue {
        var card = Self.json(method.card, fingerprint: method.fingerprint)
        Self.addNulls(["networks", "preferred_locales", "cardholder_name"], to: &card)
        if method.type == .cardPresent { Self.addNulls(["brand_product", "offline"], to: &card) }
        return [
            "id": .string(method.id),
            "object": "payment_method",
            "allow_redisplay": "unspecified",
            "billing_details": Self.billingDetails,
            "created": .integer(method.created),
            "customer": nil,
            "customer_account": nil,
            "livemode": false,
            "metadata": [:],
            "type": .string(method.type.rawValue),
            method.type.rawValue: .object(card),
        ]
    }

    func json(_ decline: DeclineDetails) -> JSONValue {
        [
            "charge": .string(decline.charge),
            "code": .string(decline.code),
            "decline_code": .string(decline.declineCode),
            "doc_url": .string(Self.documentation(of: decline.code)),
            "message": .string(decline.message),
            "payment_method": paymentMethods[decline.paymentMethod].map(json) ?? nil,
            "type": "card_error",
        ]
    }

    static func documentation(of code: String) -> String {
        "https://docs.stripe.com/error-codes#\(code.replacing("_", with: "-"))"
    }
}

extension SimulatedPayments {
    /// The id of a row, or the row where it is expanded.
    private func reference<Row: StoredRow>(
        _ id: String?, _ table: Table<Row>, _ expansion: Expansion?, _ render: (Row, Expansion) -> JSONValue
    ) -> JSONValue {
        guard let id else { return .null }
        guard let expansion, let row = table[id] else { return .string(id) }
        return render(row, expansion)
    }

    private static func addNulls(_ names: [String], to members: inout [String: JSONValue]) {
        for name in names where members[name] == nil { members[name] = .null }
    }

    private static func merge(_ more: [String: JSONValue], into members: inout [String: JSONValue]) {
        members.merge(more) { $1 }
    }

    private static func json(_ details: SharedDetails) -> [String: JSONValue] {
        [
            "description": .optional(details.description),
            "metadata": .object(details.metadata.mapValues(JSONValue.string)),
            "receipt_email": .optional(details.receiptEmail),
            "statement_descriptor": .optional(details.statementDescriptor),
            "statement_descriptor_suffix": .optional(details.statementDescriptorSuffix),
            "transfer_group": .optional(details.transferGroup),
        ]
    }

    private static let billingDetails: JSONValue = [
        "address": [
            "city": nil, "country": nil, "line1": nil, "line2": nil, "postal_code": nil, "state": nil,
        ],
        "email": nil, "name": nil, "phone": nil, "tax_id": nil,
    ]

    private static func methodOptions(_ intent: IntentRow) -> JSONValue {
        var options: [String: JSONValue] = [:]
        for type in intent.methodTypes {
            switch type {
            case .card:
                options["card"] = [
                    "installments": nil, "mandate_options": nil, "network": nil,
                    "request_three_d_secure": "automatic",
                ]
            case .interacPresent: options["interac_present"] = [:]
            case .cardPresent:
                var option: [String: JSONValue] = [
                    "request_extended_authorization": false, "request_incremental_authorization_support": false,
                ]
                option["capture_method"] = intent.cardPresentCaptureMethod.map { .string($0.rawValue) }
                options["card_present"] = .object(option)
            }
        }
        return .object(options)
    }

    private static func outcome(_ charge: ChargeRow) -> JSONValue {
        let declineCode = charge.decline?.declineCode
        return [
            "advice_code": nil,
            "network_advice_code": nil,
            "network_decline_code": nil,
            "network_status": declineCode == nil ? "approved_by_network" : "declined_by_network",
            "reason": .optional(declineCode),
            "risk_level": "not_assessed",
            "seller_message": declineCode == nil ? "Payment complete." : "The bank declined this payment.",
            "type": declineCode == nil ? "authorized" : "issuer_declined",
        ]
    }

    private static func methodDetails(_ charge: ChargeRow) -> JSONValue {
        var card = json(charge.card, fingerprint: nil)
        addNulls(
            ["cardholder_name", "emv_auth_data", "generated_card", "network_transaction_id", "preferred_locales"],
            to: &card)
        card["network"] = .optional(charge.card.network)
        card["receipt"] = charge.card.receipt.map(json) ?? nil
        if charge.methodType == .cardPresent {
            addNulls(["brand_product", "offline"], to: &card)
            card["amount_authorized"] = .optional(charge.card.amountAuthorized)
            card["incremental_authorization_supported"] = false
            card["overcapture_supported"] = .bool(charge.card.overcaptureSupported ?? false)
            card["capture_before"] = charge.captureBefore.map(JSONValue.integer)
        }
        return ["type": .string(charge.methodType.rawValue), charge.methodType.rawValue: .object(card)]
    }

    private static func json(_ card: CardDetails, fingerprint: String?) -> [String: JSONValue] {
        [
            "brand": .optional(card.brand?.rawValue),
            "country": .optional(card.country),
            "exp_month": .integer(Int64(card.expMonth ?? 0)),
            "exp_year": .integer(Int64(card.expYear ?? 0)),
            "fingerprint": .optional(fingerprint),
            "funding": .optional(card.funding?.rawValue),
            "last4": .optional(card.last4),
            "read_method": .optional(card.readMethod?.rawValue),
        ]
    }

    private static func json(_ receipt: ReceiptDetails) -> JSONValue {
        [
            "account_type": .string(receipt.accountType ?? "unknown"),
            "application_cryptogram": .optional(receipt.applicationCryptogram),
            "application_preferred_name": .optional(receipt.applicationPreferredName),
            "authorization_code": .optional(receipt.authorizationCode),
            "authorization_response_code": .optional(receipt.authorizationResponseCode),
            "cardholder_verification_method": .optional(receipt.cardholderVerificationMethod),
            "dedicated_file_name": .optional(receipt.dedicatedFileName),
            "terminal_verification_results": .optional(receipt.terminalVerificationResults),
            "transaction_status_information": .optional(receipt.transactionStatusInformation),
        ]
    }
}
