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

extension ResourceContext {
    /// Reads what a request takes back from those who had a part of a charge; refuses what they cannot give.
    func sharing(_ parameters: Parameters, of charge: ChargeRow) throws(APIFailure) -> RefundSharing {
        let sharing = try RefundSharing(parameters, of: charge)
        if sharing.reversesTransfer { try checkEnd(of: charge.destination, param: "reverse_transfer") }
        return sharing
    }

    /// Reads what others have of a charge that is to be refunded, before anything moves.
    func othersMoney(_ sharing: RefundSharing, of charge: ChargeRow) throws(APIFailure) -> OthersMoney {
        let transfer = sharing.reversesTransfer ? charge.more["transfer"]?.text.flatMap { documents[$0] } : nil
        let fee = sharing.refundsFee ? charge.more["application_fee"]?.text.flatMap { documents[$0] } : nil
        return OthersMoney(
            sharing: sharing,
            transfer: try transfer.map { (document) throws(APIFailure) in try ReturnableMoney(transfer: document) },
            fee: try fee.map { (document) throws(APIFailure) in try ReturnableMoney(fee: document) })
    }

    /// Takes back what others had of a refunded charge, in proportion, but at most what they have left of it.
    ///
    /// Fractions of a cent do not add up: together the refunds take back as much as a single one for their sum would.
    mutating func takeBack(_ others: OthersMoney, of charge: ChargeRow, for refund: inout RefundRow, _ call: Call) {
        let sharing = others.sharing
        guard sharing.reversesTransfer || sharing.refundsFee else { return }
        refund.sharing = sharing
        let rows = refunds.ids(naming: charge.id).compactMap { refunds[$0] }
        func part(of money: ReturnableMoney, _ isTaken: (RefundSharing) -> Bool) -> Int64 {
            let earlier = rows.filter { $0.sharing.map(isTaken) ?? false }.reduce(0) { $0 + $1.amount }
            let whole = charge.amountCaptured
            return min(
                money.left,
                Self.part(of: money.amount, earlier + refund.amount, whole)
                    - Self.part(of: money.amount, earlier, whole))
        }
        if let transfer = others.transfer {
            let amount = part(of: transfer, \.reversesTransfer)
            if amount > 0 { refund.transferReversal = reverse(amount, of: transfer, for: refund.id, call).id }
        }
        if let fee = others.fee {
            let amount = part(of: fee, \.refundsFee)
            if amount > 0 { refundFee(amount, of: fee, call) }
        }
    }
}
