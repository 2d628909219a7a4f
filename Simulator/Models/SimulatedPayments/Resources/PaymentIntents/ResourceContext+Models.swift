import TenderModel

/// The objects of the API as a client decodes them from the JSON of `ResourceContext+Rendering`.
extension ResourceContext {
    /// - Parameter isExpanded: Whether charge and payment method are expanded, as a client with a secret key requests.
    func model(_ row: IntentRow, isExpanded: Bool) -> PaymentIntent {
        var intent = PaymentIntent(
            id: row.id, amount: Self.amount(row.amount, row.currency),
            status: row.status.model,
            captureMethod: row.captureMethod.model, created: row.created,
            metadata: row.details.metadata,
            paymentMethodTypes: row.methodTypes.map(\.model))
        intent.automaticPaymentMethods = row.automaticMethods
        intent.paymentMethodOptions = row.modelOptions
        intent.amountCapturable = Self.amount(row.amountCapturable, row.currency)
        intent.amountReceived = Self.amount(row.amountReceived, row.currency)
        if case .integer(let requested)? = row.more["amount_requested"] {
            intent.amountRequested = Self.amount(requested, row.currency)
        }
        intent.amountDetails = row.amountDetails
        intent.applicationFeeAmount = row.applicationFee.map { Self.amount($0, row.currency) }
        intent.transferData = row.destination.map {
            TransferData(destination: $0, amount: row.transferAmount.map { Self.amount($0, row.currency) })
        }
        intent.canceledAt = row.canceledAt
        intent.cancellationReason = row.cancellationReason.map { CancellationReason(rawValue: $0) }
        intent.confirmationMethod = row.isConfirmedByServer ? .manual : .automatic
        intent.clientSecret = ClientSecret(row.clientSecret)
        intent.customer = row.customer
        intent.description = row.details.description
        intent.lastPaymentError = row.lastError.map { model($0) }
        intent.latestCharge = row.latestCharge.map { id in
            (isExpanded ? charges[id] : nil).map { .object(model($0)) } ?? .id(id)
        }
        intent.paymentMethod = row.paymentMethod.map { id in
            (isExpanded ? paymentMethods[id] : nil).map { .object(model($0)) } ?? .id(id)
        }
        intent.receiptEmail = row.details.receiptEmail
        intent.setupFutureUsage = row.setupFutureUsage.map { SetupFutureUsage(rawValue: $0.rawValue) }
        intent.statementDescriptor = row.details.statementDescriptor
        intent.statementDescriptorSuffix = row.details.statementDescriptorSuffix
        intent.transferGroup = row.details.transferGroup
        return intent
    }

    func model(_ row: IntentRow) -> PaymentIntent { model(row, isExpanded: true) }

    func model(_ row: RefundRow) -> Refund {
        var refund = Refund(
            id: row.id, amount: Self.amount(row.amount, row.currency),
            status: RefundStatus(rawValue: row.status.rawValue),
            charge: row.charge, paymentIntent: row.intent, created: row.created, metadata: row.metadata)
        refund.reason = row.reason.map { RefundReason(rawValue: $0.rawValue) }
        refund.balanceTransaction = row.balanceTransaction
        refund.paymentMethod = row.paymentMethod
        refund.pendingReason = row.status == .pending ? "processing" : nil
        refund.sourceTransferReversal = row.sourceTransferReversal
        refund.transferReversal = row.transferReversal
        if row.status == .failed, row.change?.failure != nil {
            refund.failureBalanceTransaction = row.failureBalanceTransaction
        }
        refund.failureReason = row.status == .failed ? row.change?.failure : nil
        return refund
    }

    private func model(_ row: ChargeRow) -> Charge {
        let released = row.amountReleased + row.amountRefunded
        var charge = Charge(
            id: row.id, amount: Self.amount(row.amount, row.currency),
            amountCaptured: Self.amount(row.amountCaptured, row.currency),
            amountRefunded: Self.amount(released, row.currency), captured: row.captured,
            refunded: released == row.amount && row.succeeded,
            status: row.isPending ? .pending : row.succeeded ? .succeeded : .failed, created: row.created,
            customer: row.customer, metadata: row.details.metadata, paymentIntent: row.intent)
        charge.balanceTransaction = row.balanceTransaction
        charge.calculatedStatementDescriptor = Self.descriptor(row.details.statementDescriptorSuffix)
        charge.description = row.details.description
        charge.livemode = false
        charge.paid = row.succeeded
        charge.receiptEmail = row.details.receiptEmail
        charge.receiptNumber = receiptNumber(of: row)
        charge.statementDescriptorSuffix = row.details.statementDescriptorSuffix
        charge.transferGroup = row.details.transferGroup
        charge.applicationFee = row.more["application_fee"]?.text
        charge.applicationFeeAmount = row.more["application_fee_amount"]?.number.map { Self.amount($0, row.currency) }
        charge.onBehalfOf = row.more["on_behalf_of"]?.text
        charge.authorizationCode = row.card.receipt?.authorizationCode
        charge.failureCode = row.decline?.code
        charge.failureMessage = row.decline?.message
        charge.paymentMethodDetails = details(row)
        return charge
    }

    private func details(_ row: ChargeRow) -> Charge.Details {
        guard row.methodType.isCard else { return Charge.Details(type: row.methodType.model) }
        var card = row.card
        if card.receipt != nil, card.receipt?.accountType == nil { card.receipt?.accountType = "unknown" }
        card.fingerprint = row.more["fingerprint"]?.text
        card.captureBefore = nil
        card.overcaptureSupported = nil
        let told = PresentedParticulars(row.card)
        card.set(
            cardholderName: told.cardholderName, issuer: told.issuer, preferredLocales: told.preferredLocales,
            networkTransactionID: row.decline == nil ? Self.networkTransaction(of: row) : nil,
            generatedCard: row.more["generated_card"]?.text, location: row.more["location"]?.text,
            reader: row.more["reader"]?.text)
        guard row.methodType == .cardPresent else {
            card.amountAuthorized = nil
            return Charge.Details(type: row.methodType.model, interacPresent: card)
        }
        card.captureBefore = row.captureBefore
        if let told = row.more["dynamic_currency_conversion"] { card.dynamicCurrencyConversion = .init(told) }
        card.overcaptureSupported = row.card.overcaptureSupported ?? false
        card.incrementalAuthorizationSupported = row.isRaisable
        return Charge.Details(type: .cardPresent, cardPresent: card)
    }

    private func model(_ row: PaymentMethodRow) -> PaymentMethod {
        var card = row.card
        card.receipt = nil
        card.network = nil
        card.fingerprint = fingerprint(of: row)
        var method = PaymentMethod(
            id: row.id, type: row.type.model,
            allowRedisplay: AllowRedisplay(rawValue: row.particulars.allowRedisplay ?? "unspecified"),
            billingDetails: BillingDetails(address: Address()), created: row.created,
            customer: row.customer, metadata: row.particulars.metadata)
        switch row.type {
        case .card: method.cardNotPresent = card
        case .cardPresent, .interacPresent:
            let told = PresentedParticulars(row.card)
            card.set(
                cardholderName: told.cardholderName, issuer: told.issuer, preferredLocales: told.preferredLocales,
                networks: Self.networks(of: row).map { CardDetails.Networks(available: $0) })
            if let conversion = row.card.dynamicCurrencyConversion { card.dynamicCurrencyConversion = conversion }
            if row.type == .cardPresent { method.cardPresent = card } else { method.interacPresent = card }
        case .bancontact, .ideal, .sepaDebit: break
        }
        return method
    }

    private func model(_ decline: DeclineDetails) -> APIError {
        let advice = DeclineAdvice(decline.declineCode)
        return APIError(
            type: .cardError, code: decline.code, declineCode: decline.declineCode, message: decline.message,
            charge: decline.charge, adviceCode: advice.code, networkDeclineCode: advice.networkCode,
            docUrl: Self.documentation(of: decline.code))
    }

    /// Returns an amount; the rules store only valid ones.
    private static func amount(_ units: Int64, _ currency: Currency) -> Amount {
        (try? Amount(gatewayUnits: units, currency: currency)) ?? Amount(minorUnits: units, currency: currency)
    }
}

// Without the search for a raw value that decoding text takes.

extension IntentStatus {
    var model: PaymentIntentStatus {
        switch self {
        case .requiresPaymentMethod: .requiresPaymentMethod
        case .requiresConfirmation: .requiresConfirmation
        case .requiresAction: .requiresAction
        case .requiresCapture: .requiresCapture
        case .processing: .processing
        case .succeeded: .succeeded
        case .canceled: .canceled
        }
    }
}

extension IntentCaptureMethod {
    var model: CaptureMethod {
        switch self {
        case .automatic: .automatic
        case .automaticAsync: .automaticAsync
        case .manual: .manual
        }
    }
}

extension MethodType {
    var model: PaymentMethodType {
        switch self {
        case .card: .card
        case .cardPresent: .cardPresent
        case .interacPresent: .interacPresent
        case .bancontact, .ideal, .sepaDebit: .unknown(rawValue)
        }
    }
}
