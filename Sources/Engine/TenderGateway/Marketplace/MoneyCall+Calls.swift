public import TenderAPI
public import TenderFlow
public import TenderModel

/// The calls that move money, created from a caller's parameters.
extension MoneyCall {
    /// Returns a transfer of the platform's money to a connected account.
    ///
    /// - Throws: `GatewayError` that was not sent, for an invalid amount or ID.
    public static func transfer(_ parameters: TransferParameters) throws(GatewayError) -> MoneyCall {
        var form = FormParameters()
        form.add("amount", try parameters.amount.chargeableUnits())
        form.add("currency", parameters.amount.currency.code)
        form.add("destination", try parameters.destination.checkedID())
        form.add("source_transaction", try parameters.sourceTransaction?.checkedID())
        form.add("transfer_group", parameters.transferGroup)
        form.add("description", parameters.description)
        form.add("metadata", map: parameters.metadata)
        return MoneyCall(.transfer, amount: parameters.amount, form)
    }

    /// Returns the reversal of a transfer; all that is left if `amount` is `nil`.
    ///
    /// - Parameter refundsFee: Whether the platform refunds its fee in proportion.
    /// - Throws: `GatewayError` that was not sent, for an invalid amount or ID.
    public static func reversal(
        of transfer: String, amount: Amount? = nil, refundsFee: Bool = false, metadata: [String: String] = [:]
    ) throws(GatewayError) -> MoneyCall {
        var form = FormParameters()
        form.add("amount", try amount?.chargeableUnits())
        if refundsFee { form.add("refund_application_fee", "true") }
        form.add("metadata", map: metadata)
        return MoneyCall(.transferReversal, subject: try transfer.checkedID(), amount: amount, form)
    }

    /// Returns a payout of the available balance to the bank.
    ///
    /// - Parameters:
    ///   - method: `standard` or `instant`; `nil` for the API's default.
    ///   - destination: The bank account; `nil` for the default one of the currency.
    ///   - account: The connected account whose money it is; `nil` for the platform.
    /// - Throws: `GatewayError` that was not sent, for an invalid amount or ID.
    public static func payout(
        _ amount: Amount, method: String? = nil, destination: String? = nil, description: String? = nil,
        metadata: [String: String] = [:], account: String? = nil
    ) throws(GatewayError) -> MoneyCall {
        var form = FormParameters()
        form.add("amount", try amount.payoutUnits())
        form.add("currency", amount.currency.code)
        form.add("method", method)
        form.add("destination", try destination?.checkedID())
        form.add("description", description)
        form.add("metadata", map: metadata)
        return MoneyCall(.payout, account: account, amount: amount, form)
    }

    /// Returns the creation of a Payment Link, at which anybody can pay; each line names a price of the API.
    ///
    /// - Throws: `GatewayError` that was not sent, for lines that cannot be sold.
    public static func paymentLink(
        _ lines: [CheckoutLine], payment: CheckoutPayment = CheckoutPayment(), metadata: [String: String] = [:]
    ) throws(GatewayError) -> MoneyCall {
        MoneyCall(.paymentLink, amount: nil, try FormParameters(link: lines, payment, metadata: metadata))
    }

    /// Returns the creation of a Checkout Session, on whose page somebody pays once.
    ///
    /// - Throws: `GatewayError` that was not sent, for lines that cannot be sold.
    public static func checkoutSession(_ parameters: CheckoutSessionParameters) throws(GatewayError) -> MoneyCall {
        let total = try CheckoutLine.total(of: parameters.lines)
        return MoneyCall(.checkoutSession, amount: total, try FormParameters(parameters, total?.currency))
    }

    /// Returns the cancellation of a pending payout.
    ///
    /// - Parameter account: The connected account whose money it is; `nil` for the platform.
    /// - Throws: `GatewayError` that was not sent, for an invalid ID.
    public static func payoutCancellation(_ id: String, account: String? = nil) throws(GatewayError) -> MoneyCall {
        MoneyCall(.payoutCancellation, subject: try id.checkedID(), account: account, amount: nil, FormParameters())
    }

    /// Returns the reversal of a payout that was paid, which takes its money back from the bank.
    ///
    /// - Parameter account: The connected account whose money it is; `nil` for the platform.
    /// - Throws: `GatewayError` that was not sent, for an invalid ID.
    public static func payoutReversal(
        of payout: String, metadata: [String: String] = [:], account: String? = nil
    ) throws(GatewayError) -> MoneyCall {
        var form = FormParameters()
        form.add("metadata", map: metadata)
        return MoneyCall(.payoutReversal, subject: try payout.checkedID(), account: account, amount: nil, form)
    }

    /// Returns the cancellation of a refund that requires an action of the customer, who then gets nothing.
    ///
    /// - Parameter account: The connected account whose charge it is; `nil` for the platform.
    /// - Throws: `GatewayError` that was not sent, for an invalid ID.
    public static func refundCancellation(_ id: String, account: String? = nil) throws(GatewayError) -> MoneyCall {
        MoneyCall(.refundCancellation, subject: try id.checkedID(), account: account, amount: nil, FormParameters())
    }

    /// Returns the submission of the evidence about a dispute to the bank: once, for good.
    ///
    /// - Parameters:
    ///   - evidence: What is added to the evidence that was saved before; empty to submit that alone.
    ///   - account: The connected account whose charge it is; `nil` for the platform.
    /// - Throws: `GatewayError` that was not sent, for an invalid ID.
    public static func disputeSubmission(
        _ dispute: String, evidence: DisputeEvidence = [:], account: String? = nil
    ) throws(GatewayError) -> MoneyCall {
        var form = FormParameters()
        form.add(evidence)
        form.add("submit", true)
        return MoneyCall(.disputeSubmission, subject: try dispute.checkedID(), account: account, amount: nil, form)
    }

    /// Returns the closing of a dispute: it is accepted as lost, and its money stays with the cardholder for good.
    ///
    /// - Parameter account: The connected account whose charge it is; `nil` for the platform.
    /// - Throws: `GatewayError` that was not sent, for an invalid ID.
    public static func disputeClosing(_ dispute: String, account: String? = nil) throws(GatewayError) -> MoneyCall {
        MoneyCall(.disputeClosing, subject: try dispute.checkedID(), account: account, amount: nil, FormParameters())
    }

    /// Returns the closing of a link, or of a page that nobody has paid at.
    ///
    /// - Throws: `GatewayError` that was not sent, for an invalid ID.
    public static func closing(_ page: String) throws(GatewayError) -> MoneyCall {
        let id = try page.checkedID()
        guard !id.hasPrefix("cs_") else {
            return MoneyCall(.checkoutSessionExpiry, subject: id, amount: nil, FormParameters())
        }
        var form = FormParameters()
        form.add("active", "false")
        return MoneyCall(.paymentLinkDeactivation, subject: id, amount: nil, form)
    }

    /// Returns the payment of a checkout: a PaymentIntent that is created and confirmed in one request.
    ///
    /// It names a payment method and holds no card data; it is recorded as it is.
    ///
    /// - Throws: `GatewayError` that was not sent, for an invalid amount or ID, or without a payment method.
    public static func checkoutPayment(
        _ parameters: PaymentIntentParameters, with payment: SavedMethodPayment
    ) throws(GatewayError) -> MoneyCall {
        guard payment.paymentMethod != nil else {
            throw .notSent(.invalidParameter, "a new PaymentIntent cannot be confirmed without a payment method")
        }
        var parameters = parameters
        if parameters.paymentMethodTypes == [.cardPresent] { parameters.paymentMethodTypes = [.card] }
        // What the payment says takes precedence: a form has each field once.
        if payment.shipping != nil { parameters.shipping = nil }
        if payment.setupFutureUsage != nil { parameters.setupFutureUsage = nil }
        var form = try FormParameters(parameters)
        form.add(try FormParameters(payment))
        form.add("confirm", "true")
        return MoneyCall(.checkoutPayment, amount: parameters.amount, form)
    }

    private init(
        _ kind: Kind, subject: String? = nil, account: String? = nil, amount: Amount?, _ form: FormParameters
    ) {
        self.init(
            kind, subject: subject, account: account, amount: amount,
            fields: form.pairs.map { Field($0.name, $0.value) })
    }
}

extension Amount {
    /// Returns the integer for a payout, for which some currencies allow only whole units.
    fileprivate func payoutUnits() throws(GatewayError) -> Int64 {
        _ = try chargeableUnits()
        do throws(AmountError) { return try gatewayPayoutUnits() } catch {
            throw .notSent(.invalidAmount, error.description)
        }
    }
}
