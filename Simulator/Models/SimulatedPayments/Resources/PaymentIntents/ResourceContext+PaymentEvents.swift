/// Events of changes, with the changed members; a request that changes nothing emits none.
extension ResourceContext {
    mutating func emit(_ type: String, _ charge: ChargeRow, was old: ChargeRow, by call: Call) {
        guard recordsEvents else { return }
        let changes = Self.changes(from: json(old), to: json(charge))
        guard changes != [:] else { return }
        emit(type, .charge(Edition(charge)), of: charge.account, previous: changes, by: call, now: call.now)
    }

    mutating func emit(_ type: String, _ refund: RefundRow, was old: RefundRow, by call: Call?, now: Int64) {
        guard recordsEvents else { return }
        let changes = Self.changes(from: json(old), to: json(refund))
        guard changes != [:] else { return }
        emit(type, .refund(refund), of: refund.account, previous: changes, by: call, now: now)
    }
}
