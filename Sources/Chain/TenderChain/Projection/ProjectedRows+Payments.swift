import TenderFlow
import TenderModel
import TenderRecords

extension ProjectedRows {
    /// Adds the present state of a payment, or of a call that moves money.
    mutating func add(payment history: PaymentHistory) {
        // The amount that a comparison with the gateway expects, by the rules of that comparison.
        let line = Reconciliation([history], []).lines.first
        let amount = history.terms?.amount ?? history.offline?.amount ?? history.call?.parameters.amount
        let isPayment = history.setup == nil && history.offline?.sale.setup == nil && history.call == nil
        add(
            .payments,
            [
                .key(history.intentID), .integer(history.sequence), .optional(history.order),
                .time(history.opened.unixMilliseconds), .optional(amount?.currency.code),
                .optional(amount?.minorUnits), .optional(line?.ours?.minorUnits),
                .text(history.isOpen ? PendingAttempt(history).state.rawValue : "over"),
                .flag(history.isUnresolved || history.isRequestUnresolved), .flag(history.isHold),
                .optional(history.captureBefore), .flag(isPayment), .flag(history.isUnclaimed),
                .optional(line?.lost?.minorUnits), history.offline?.ended.map { .time($0.unixMilliseconds) } ?? .null,
                .flag(Reconciliation.compares(history)),
            ])
    }

    /// Adds the present state of a refund.
    mutating func add(_ refund: PaymentHistory.Refund, of history: PaymentHistory) {
        let currency = refund.parameters.amount?.currency ?? history.terms?.amount.currency
        add(
            .refunds,
            [
                .key(refund.key.rawValue), .key(history.intentID), .time(refund.first.unixMilliseconds),
                .optional(currency?.code), .optional(refund.parameters.amount?.minorUnits), .optional(refund.object),
                .text(refund.resultName),
            ])
    }
}

extension KeyedRequest {
    fileprivate var resultName: String {
        switch result {
        case nil, .unknown, .journalUnavailable: "unknown"
        case .succeeded: "succeeded"
        case .notExecuted: hasFailed ? "failed" : "not_executed"
        }
    }
}
