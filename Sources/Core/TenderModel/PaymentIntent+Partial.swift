/// Approvals of a part of what was requested.
extension PaymentIntent {
    /// Whether the issuer approved only a part of what was requested.
    public var isPartial: Bool { amountLeft != nil }

    /// What is left to pay by other means after an approval of a part; `nil` if nothing is.
    public var amountLeft: Amount? {
        guard let requested = amountRequested, requested.currency == amount.currency else { return nil }
        let (left, overflow) = requested.minorUnits.subtractingReportingOverflow(amount.minorUnits)
        return overflow || left <= 0 ? nil : Amount(minorUnits: left, currency: amount.currency)
    }
}
