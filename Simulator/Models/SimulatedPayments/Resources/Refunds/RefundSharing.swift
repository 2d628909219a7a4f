/// The amounts that a refund takes back from those who had a part of the charge.
struct RefundSharing: Codable {
    var reversesTransfer = false
    var refundsFee = false
}

extension RefundSharing {
    /// Reads a request; refuses what the charge does not have.
    fileprivate init(_ parameters: Parameters, of charge: ChargeRow) throws(APIFailure) {
        reversesTransfer = parameters.boolean("reverse_transfer") == true
        refundsFee = parameters.boolean("refund_application_fee") == true
        guard !reversesTransfer || charge.more["transfer"] != nil else {
            throw .refused(
                "Cannot reverse transfer on charge \(charge.id) because it has no associated transfer.", code: nil,
                param: "reverse_transfer")
        }
        guard !refundsFee || charge.more["application_fee"] != nil else {
            throw .refused(
                "Cannot refund the application fee of charge \(charge.id) because it has none.", code: nil,
                param: "refund_application_fee")
        }
        guard !refundsFee || reversesTransfer || charge.destination == nil else {
            throw .refused(
                "Cannot refund application fee without also reversing the transfer: set `reverse_transfer` too.",
                code: nil, param: "refund_application_fee")
        }
    }
}

extension SimulatedPayments {
    /// Reads what a request takes back from those who had a part of a charge; refuses what they cannot give.
    func sharing(_ parameters: Parameters, of charge: ChargeRow) throws(APIFailure) -> RefundSharing {
        let sharing = try RefundSharing(parameters, of: charge)
        if sharing.reversesTransfer { try checkEnd(of: charge.destination, param: "reverse_transfer") }
        return sharing
    }

    /// Takes back what others had of a refunded charge, in proportion, but at most what they have left of it.
    ///
    /// Fractions of a cent do not add up: together the refunds take back as much as a single one for their sum would.
    mutating func takeBack(_ sharing: RefundSharing, of charge: ChargeRow, for refund: inout RefundRow, _ call: Call) {
        guard sharing.reversesTransfer || sharing.refundsFee else { return }
        refund.sharing = sharing
        let others = refunds.ids(naming: charge.id).compactMap { refunds[$0] }
        func part(of amount: JSONValue?, left: Int64, _ isTaken: (RefundSharing) -> Bool) -> Int64 {
            let earlier = others.filter { $0.sharing.map(isTaken) ?? false }.reduce(0) { $0 + $1.amount }
            let (amount, whole) = (amount?.number ?? 0, charge.amountCaptured)
            return min(
                left, Self.part(of: amount, earlier + refund.amount, whole) - Self.part(of: amount, earlier, whole))
        }
        if sharing.reversesTransfer, let transfer = charge.more["transfer"]?.text.flatMap({ documents[$0] }) {
            let amount = part(of: transfer["amount"], left: transfer.transferLeft, \.reversesTransfer)
            if amount > 0 { refund.transferReversal = reverse(amount, of: transfer, for: refund.id, call).id }
        }
        if sharing.refundsFee, let fee = charge.more["application_fee"]?.text.flatMap({ documents[$0] }) {
            let amount = part(of: fee["amount"], left: fee.feeLeft, \.refundsFee)
            if amount > 0 { refundFee(amount, of: fee, call) }
        }
    }
}
