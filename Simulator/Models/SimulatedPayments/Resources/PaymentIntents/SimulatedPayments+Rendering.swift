import TenderModel

/// The objects of the API as JSON: every field that its public schema always renders, null where there is nothing.
extension SimulatedPayments {
    func json(_ object: APIObject) -> JSONValue {
        switch object {
        case .intent(let row): json(row)
        case .refund(let row): json(row)
        case .intents(let rows, let hasMore):
            Self.list(rows.map { json($0) }, hasMore: hasMore, url: "/v1/payment_intents")
        case .refunds(let rows, let hasMore): Self.list(rows.map { json($0) }, hasMore: hasMore, url: "/v1/refunds")
        case .json(let value): value
        }
    }

    func json(_ intent: IntentRow) -> JSONValue { members(of: intent).json }

    func members(of intent: IntentRow) -> OrderedMembers {
        var members = OrderedMembers([])
        write(intent, to: &members)
        for (name, value) in intent.more where name != "payment_method_options" { members.set(name, value) }
        return members
    }

    /// Renders what `json` would render.
    func text(of intent: IntentRow) -> [UInt8] {
        guard intent.more.keys.allSatisfy({ $0 == "payment_method_options" }) else {
            return members(of: intent).rendered()
        }
        var text = ObjectText()
        write(intent, to: &text)
        return text.finished()
    }

    /// Writes the members of every intent; `more` may override them.
    private func write(_ intent: IntentRow, to output: inout some MemberOutput) {
        let details = intent.details
        output.add("amount", intent.amount)
        output.add("amount_capturable", intent.amountCapturable)
        output.add(Self.amountDetails)
        output.add("amount_received", intent.amountReceived)
        output.add(Self.noApplication)
        output.add(intent.hasAutomaticMethods ? Self.automaticMethods : Self.noAutomaticMethods)
        output.add("canceled_at", optional: intent.canceledAt)
        output.add("cancellation_reason", optional: intent.cancellationReason)
        output.add("capture_method", intent.captureMethod.rawValue)
        output.add("client_secret", intent.clientSecret)
        output.add(Self.automaticConfirmation)
        output.add("created", intent.created)
        output.add("currency", intent.currency.code)
        output.add("customer", optional: intent.customer)
        output.add(Self.noCustomerAccount)
        output.add("description", optional: details.description)
        output.add(Self.noExcludedTypes)
        output.add("id", intent.id)
        output.add("last_payment_error", intent.lastError.map(json) ?? .null)
        output.add("latest_charge", optional: intent.latestCharge)
        output.add(Self.testMode)
        if details.metadata.isEmpty {
            output.add(Self.noMetadata)
        } else {
            output.add("metadata", .object(details.metadata.mapValues(JSONValue.string)))
        }
        output.add(Self.objectName)
        output.add("payment_method", optional: intent.paymentMethod)
        output.add(Self.noConfiguration)
        if intent.methodTypes == [.card], intent.more["payment_method_options"] == nil {
            output.add(Self.cardMethods)
        } else {
            output.add("payment_method_options", Self.methodOptions(intent))
            output.add("payment_method_types", .array(intent.methodTypes.map { .string($0.rawValue) }))
        }
        output.addNull("processing")
        output.add("receipt_email", optional: details.receiptEmail)
        output.add(Self.noReview)
        output.add("setup_future_usage", optional: intent.setupFutureUsage?.rawValue)
        output.add(Self.noSource)
        output.add("statement_descriptor", optional: details.statementDescriptor)
        output.add("statement_descriptor_suffix", optional: details.statementDescriptorSuffix)
        output.add("status", intent.status.rawValue)
        output.add(Self.noTransfer)
        output.add("transfer_group", optional: details.transferGroup)
    }

    private static let amountDetails = FixedMembers(["amount_details": ["tip": [:]]])
    private static let noApplication = FixedMembers(["application": nil, "application_fee_amount": nil])
    private static let automaticMethods = FixedMembers([
        "automatic_payment_methods": ["allow_redirects": "always", "enabled": true]
    ])
    private static let noAutomaticMethods = FixedMembers(["automatic_payment_methods": nil])
    private static let automaticConfirmation = FixedMembers(["confirmation_method": "automatic"])
    private static let noCustomerAccount = FixedMembers(["customer_account": nil])
    private static let noExcludedTypes = FixedMembers(["excluded_payment_method_types": nil])
    private static let testMode = FixedMembers(["livemode": false, "managed_payments": nil])
    private static let noMetadata = FixedMembers(["metadata": [:]])
    private static let objectName = FixedMembers([
        "next_action": nil, "object": "payment_intent", "on_behalf_of": nil,
    ])
    private static let noConfiguration = FixedMembers(["payment_method_configuration_details": nil])
    private static let cardMethods = FixedMembers([
        "payment_method_options": ["card": usualCardOptions], "payment_method_types": ["card"],
    ])
    private static let noReview = FixedMembers(["review": nil])
    private static let noSource = FixedMembers(["shipping": nil, "source": nil])
    private static let noTransfer = FixedMembers(["transfer_data": nil])
    private static let usualCardOptions: JSONValue = [
        "installments": nil, "mandate_options": nil, "network": nil, "request_three_d_secure": "automatic",
    ]

    /// Returns what the holder of a publishable key sees of an intent.
    static func reduced(_ intent: JSONValue) -> JSONValue {
        guard case .object(let members) = intent, let object = members["object"]?.text,
            object == "payment_intent" || object == "setup_intent"
        else { return intent }
        var shown = members.filter { publishableFields.contains($0.key) }
        shown["payment_method"] = shown["payment_method"].map(reducedMethod)
        for name in ["last_payment_error", "last_setup_error"] {
            guard case .object(var error)? = shown[name] else { continue }
            error["payment_method"] = error["payment_method"].map(reducedMethod)
            shown[name] = .object(error)
        }
        return .object(shown)
    }

    /// Returns what the holder of a publishable key sees of an intent's payment method: not whose it is.
    static func reducedMethod(_ method: JSONValue) -> JSONValue {
        guard case .object(let members) = method else { return method }
        return .object(members.filter { !["customer", "customer_account", "metadata"].contains($0.key) })
    }

    private static let publishableFields: Set<String> = [
        "id", "object", "amount", "amount_details", "automatic_payment_methods", "canceled_at",
        "cancellation_reason", "capture_method", "client_secret", "confirmation_method", "created", "currency",
        "description", "last_payment_error", "livemode", "next_action", "payment_method",
        "payment_method_configuration_details", "payment_method_types", "processing", "receipt_email",
        "setup_future_usage", "shipping", "source", "status", "last_setup_error", "usage",
    ]

    /// The keys of `ChargeRow.more` for the details of the card.
    private static let detailKeys: Set<String> = [
        "outcome", "generated_card", "fingerprint", "checks", "is_authenticated", "location", "moto", "reader",
    ]

    func json(_ charge: ChargeRow) -> JSONValue {
        let released = charge.amountReleased + charge.amountRefunded
        var members: [String: JSONValue] = [
            "id": .string(charge.id),
            "object": "charge",
            "amount": .integer(charge.amount),
            "amount_captured": .integer(charge.amountCaptured),
            "amount_refunded": .integer(released),
            "billing_details": Self.billingDetails,
            "calculated_statement_descriptor": .string(Self.descriptor(charge.details.statementDescriptorSuffix)),
            "captured": .bool(charge.captured || charge.isPending),
            "created": .integer(charge.created),
            "currency": .string(charge.currency.code),
            "disputed": false,
            "failure_code": .optional(charge.decline?.code),
            "failure_message": .optional(charge.decline?.message),
            "fraud_details": [:],
            "livemode": false,
            "outcome": Self.outcome(charge),
            "paid": .bool(charge.succeeded),
            "payment_intent": .optional(charge.intent),
            "payment_method": .optional(charge.paymentMethod),
            "payment_method_details": charge.isTransferred
                ? ["stripe_account": [:], "type": "stripe_account"] : Self.methodDetails(charge),
            "refunded": .bool(released == charge.amount && charge.succeeded),
            "status": .string(charge.isPending ? "pending" : charge.succeeded ? "succeeded" : "failed"),
        ]
        members["receipt_number"] = receiptNumber(of: charge).map(JSONValue.string)
        members["receipt_url"] = receiptURL(of: charge).map(JSONValue.string)
        if let code = charge.card.receipt?.authorizationCode { members["authorization_code"] = .string(code) }
        Self.merge(Self.json(charge.details), into: &members)
        members["customer"] = .optional(charge.customer)
        members["balance_transaction"] = .optional(charge.balanceTransaction)
        Self.merge(charge.more.filter { !Self.detailKeys.contains($0.key) }, into: &members)
        if let data = members["transfer_data"]?.members {
            let shown = data.filter { ["amount", "destination"].contains($0.key) }
            members["transfer_data"] = Self.withNulls(.object(shown), ["amount"])
        }
        Self.addNulls(
            [
                "application", "application_fee", "application_fee_amount", "balance_transaction",
                "customer", "failure_balance_transaction", "on_behalf_of", "receipt_number", "receipt_url", "review",
                "shipping", "source", "source_transfer", "transfer_data",
            ], to: &members)
        return .object(members)
    }

    /// Returns the text of the card's statement, at most 22 characters: one name for every account, and the suffix.
    private static func descriptor(_ suffix: String?) -> String {
        suffix.map { String("TENDER* \($0)".prefix(22)) } ?? "TENDER SIMULATED"
    }

    func json(_ refund: RefundRow) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(refund.id),
            "object": "refund",
            "amount": .integer(refund.amount),
            "charge": .optional(refund.charge),
            "created": .integer(refund.created),
            "currency": .string(refund.currency.code),
            "metadata": .object(refund.metadata.mapValues(JSONValue.string)),
            "payment_intent": .optional(refund.intent),
            "payment_method": .optional(refund.paymentMethod),
            "reason": .optional(refund.reason?.rawValue),
            "status": .string(refund.status.rawValue),
        ]
        if charges[refund.charge]?.methodType.isCard ?? true {
            members["destination_details"] = ["card": ["type": "refund"], "type": "card"]
        }
        members["balance_transaction"] = .optional(refund.balanceTransaction)
        members["transfer_reversal"] = refund.transferReversal.map(JSONValue.string)
        members["source_transfer_reversal"] = refund.sourceTransferReversal.map(JSONValue.string)
        members["instructions_email"] = refund.instructionsEmail.map(JSONValue.string)
        if refund.status == .pending { members["pending_reason"] = "processing" }
        if refund.status == .failed, let reason = refund.change?.failure {
            members["failure_reason"] = .string(reason)
            members["failure_balance_transaction"] = .optional(refund.failureBalanceTransaction)
        }
        Self.addNulls(
            [
                "balance_transaction", "customer", "customer_account", "receipt_number", "source_transfer_reversal",
                "transfer_reversal",
            ], to: &members)
        return .object(members)
    }

    func json(_ decline: DeclineDetails) -> JSONValue {
        var error: [String: JSONValue] = [
            "code": .string(decline.code),
            "doc_url": .string(Self.documentation(of: decline.code)),
            "message": .string(decline.message),
            "payment_method": paymentMethods[decline.paymentMethod].map(json) ?? nil,
            "type": decline.charge == nil ? "invalid_request_error" : "card_error",
        ]
        error["payment_method_type"] = paymentMethods[decline.paymentMethod].map { .string($0.type.rawValue) }
        error.merge(DeclineAdvice(decline.declineCode).members) { $1 }
        error["charge"] = decline.charge.map(JSONValue.string)
        error["decline_code"] = decline.declineCode.map(JSONValue.string)
        return .object(error)
    }

    static func documentation(of code: String) -> String {
        let name = code.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
        return "https://docs.stripe.com/error-codes#" + String(decoding: name, as: UTF8.self)
    }
}

extension SimulatedPayments {
    static func addNulls(_ names: [String], to members: inout [String: JSONValue]) {
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

    static let billingDetails: JSONValue = [
        "address": [
            "city": nil, "country": nil, "line1": nil, "line2": nil, "postal_code": nil, "state": nil,
        ],
        "email": nil, "name": nil, "phone": nil, "tax_id": nil,
    ]

    private static func methodOptions(_ intent: IntentRow) -> JSONValue {
        var options: [String: JSONValue] = [:]
        for type in intent.methodTypes {
            switch type {
            case .card: options["card"] = usualCardOptions
            case .interacPresent: options["interac_present"] = [:]
            case .cardPresent:
                options["card_present"] = [
                    "request_extended_authorization": false, "request_incremental_authorization_support": false,
                ]
            case .bancontact: options["bancontact"] = ["preferred_language": "en"]
            case .ideal, .sepaDebit: options[type.rawValue] = [:]
            }
        }
        guard let given = intent.more["payment_method_options"] else { return .object(options) }
        return withoutCleared(Document.merged(given, into: .object(options)))
    }

    /// The options that are shown even if they are empty.
    private static let nullableOptions: Set<String> = [
        "installments", "mandate_options", "network", "request_three_d_secure",
    ]

    /// Leaves out options that were unset.
    private static func withoutCleared(_ options: JSONValue) -> JSONValue {
        guard case .object(var types) = options else { return options }
        for (type, option) in types {
            guard case .object(let members) = shown(option) else { continue }
            types[type] = .object(members.filter { $0.value != .null || nullableOptions.contains($0.key) })
        }
        return .object(types)
    }

    private static func outcome(_ charge: ChargeRow) -> JSONValue {
        let (isApproved, declineCode) = (charge.decline == nil, charge.decline?.declineCode)
        let advice = DeclineAdvice(declineCode)
        let usual: JSONValue = [
            "advice_code": .optional(advice.code),
            "network_advice_code": nil,
            "network_decline_code": .optional(advice.networkCode),
            "network_status": isApproved ? "approved_by_network" : "declined_by_network",
            "reason": .optional(declineCode),
            "risk_level": "not_assessed",
            "seller_message": .string(isApproved ? "Payment complete." : sellerMessage(declineCode)),
            "type": isApproved ? "authorized" : "issuer_declined",
        ]
        return charge.more["outcome"].map { Document.merged($0, into: usual) } ?? usual
    }

    private static func sellerMessage(_ declineCode: String?) -> String {
        guard let declineCode, declineCode != "generic_decline" else {
            return "The bank did not return any further details with this decline."
        }
        return "The bank returned the decline code `\(declineCode)`."
    }

    static func methodDetails(_ charge: ChargeRow) -> JSONValue {
        if let details = charge.more["payment_method_details"] { return details }
        guard charge.methodType != .card else { return ["type": "card", "card": onlineCard(charge)] }
        var card = json(charge.card, fingerprint: charge.more["fingerprint"]?.text)
        addNulls(
            ["cardholder_name", "emv_auth_data", "generated_card", "network_transaction_id", "preferred_locales"],
            to: &card)
        card["network"] = .optional(charge.card.network)
        card["receipt"] = charge.card.receipt.map(json) ?? nil
        for name in ["generated_card", "location", "reader"] { card[name] = charge.more[name] ?? card[name] }
        if charge.methodType == .cardPresent {
            addNulls(["brand_product", "offline"], to: &card)
            card["amount_authorized"] = .optional(charge.card.amountAuthorized)
            card["incremental_authorization_supported"] = .bool(charge.isRaisable)
            card["overcapture_supported"] = .bool(charge.card.overcaptureSupported ?? false)
            card["capture_before"] = charge.captureBefore.map(JSONValue.integer)
        }
        return ["type": .string(charge.methodType.rawValue), charge.methodType.rawValue: .object(card)]
    }

    /// Renders a card that was not present.
    private static func onlineCard(_ charge: ChargeRow) -> JSONValue {
        var card = json(charge.card, fingerprint: charge.more["fingerprint"]?.text)
        card["read_method"] = nil
        card["network"] = .optional(charge.card.network ?? charge.card.brand?.rawValue)
        card["amount_authorized"] = .optional(charge.card.amountAuthorized)
        card["authorization_code"] = .optional(charge.more["authorization_code"]?.text)
        card["checks"] = charge.more["checks"] ?? .null
        if charge.decline == nil { card["network_transaction_id"] = .string(networkTransaction(of: charge)) }
        card["capture_before"] = charge.captureBefore.map(JSONValue.integer)
        let isExtended = charge.captureBefore.map { $0 - charge.created > onlineHoldLifetime } ?? false
        card["extended_authorization"] = ["status": isExtended ? "enabled" : "disabled"]
        card["incremental_authorization"] = ["status": charge.isRaisable ? "available" : "unavailable"]
        card["multicapture"] = ["status": "unavailable"]
        card["network_token"] = ["used": false]
        card["overcapture"] = [
            "maximum_amount_capturable": .integer(charge.amount), "status": "unavailable",
        ]
        card["regulated_status"] = "unregulated"
        if let order = charge.more["moto"] { card["moto"] = order }
        if charge.more["is_authenticated"] == true { card["three_d_secure"] = authenticated }
        addNulls(
            ["installments", "mandate", "network_transaction_id", "three_d_secure", "transaction_link_id", "wallet"],
            to: &card)
        return .object(card)
    }

    /// Returns the network's id of an approved payment, 15 digits; derived from the charge's id, so that it need not be
    /// stored.
    private static func networkTransaction(of charge: ChargeRow) -> String {
        let sum = charge.id.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(100_000_000_000_000 + sum % 900_000_000_000_000)
    }

    static let authenticated: JSONValue = [
        "authentication_flow": "challenge", "electronic_commerce_indicator": "05", "exemption_indicator": nil,
        "result": "authenticated", "result_reason": nil,
        "transaction_id": nil, "version": "2.2.0",
    ]

    static func json(_ card: CardDetails, fingerprint: String?) -> [String: JSONValue] {
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
