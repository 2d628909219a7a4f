import TenderModel

/// Charges as JSON: every field that the API always renders, null where there is nothing.
extension ResourceContext {
    /// The keys of `ChargeRow.more` for the details of the card.
    private static let detailKeys: Set<String> = [
        "outcome", "generated_card", "fingerprint", "checks", "dynamic_currency_conversion", "is_authenticated",
        "location", "moto", "reader",
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
        members.merge(Self.json(charge.details)) { $1 }
        members["customer"] = .optional(charge.customer)
        members["balance_transaction"] = .optional(charge.balanceTransaction)
        members.merge(charge.more.filter { !Self.detailKeys.contains($0.key) }) { $1 }
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
    static func descriptor(_ suffix: String?) -> String {
        suffix.map { String("TENDER* \($0)".prefix(22)) } ?? "TENDER SIMULATED"
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
        let told = PresentedParticulars(charge.card)
        card["cardholder_name"] = .optional(told.cardholderName)
        card["issuer"] = told.issuer.map(JSONValue.string)
        card["preferred_locales"] = .optional(told.preferredLocales)
        if charge.decline == nil { card["network_transaction_id"] = .string(networkTransaction(of: charge)) }
        card["network"] = .optional(charge.card.network)
        card["receipt"] = charge.card.receipt.map(json) ?? nil
        for name in ["generated_card", "location", "reader"] { card[name] = charge.more[name] ?? card[name] }
        if charge.methodType == .cardPresent {
            addNulls(["brand_product", "offline"], to: &card)
            card["dynamic_currency_conversion"] = charge.more["dynamic_currency_conversion"]
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
    static func networkTransaction(of charge: ChargeRow) -> String {
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
