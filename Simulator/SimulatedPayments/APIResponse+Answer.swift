import TenderBytes
import TenderCrypto

extension APIResponse: PaymentsAnswer {
    init(_ object: APIObject, of payments: SimulatedPayments, for call: Call) {
        let json = payments.expand(payments.json(object), call.expansion, account: call.account)
        let shown = call.credential.isPublishable ? SimulatedPayments.reduced(json) : json
        self.init(status: 200, body: shown.rendered())
    }

    init(_ failure: APIFailure, of payments: SimulatedPayments, isPublishable: Bool) {
        self = payments.render(failure, isPublishable: isPublishable)
    }

    init(replaying row: AnswerRow) throws(APIFailure) {
        self.init(status: row.status, body: Array(row.body.utf8))
        add("Idempotent-Replayed", "true")
        add("Original-Request", row.request)
    }

    func row(_ scope: String, _ call: Call, _ fingerprint: String) -> AnswerRow {
        AnswerRow(
            id: scope, account: call.account, created: call.now, fingerprint: fingerprint, request: call.requestID,
            status: status, body: String(decoding: body, as: UTF8.self))
    }

    /// A hash, so that no card data is kept.
    static func fingerprint(_ request: String) -> String { Hex.encode(SHA256.hash(Array(request.utf8))) }
}
