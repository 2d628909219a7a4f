import TenderModel

/// Refunds as JSON: every field that the API always renders, null where there is nothing.
extension ResourceContext {
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
}
