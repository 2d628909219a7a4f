import TenderBytes
import TenderCrypto

extension APIResponse: PaymentsAnswer {
    init(_ object: APIObject, of payments: SimulatedPayments, for call: Call) {
        let isPlain = call.expansion.paths.isEmpty && !call.credential.isPublishable && !call.showsLists
        if isPlain, case .intent(let row) = object {
            self.init(status: 200, body: payments.text(of: row))
            return
        }
        let json = payments.expand(payments.json(object, for: call), call.expansion, account: call.account)
        let shown = call.credential.isPublishable ? SimulatedPayments.reduced(json) : json
        self.init(status: 200, body: shown.rendered())
    }

    init(_ failure: APIFailure, of payments: SimulatedPayments, for call: Call) {
        self = payments.render(
            failure, call.route.operation.generation, isPublishable: call.credential.isPublishable,
            log: payments.logURL(call.requestID))
    }

    init(replaying row: AnswerRow) throws(APIFailure) {
        self.init(status: row.status, body: Array(row.body.utf8))
        add("Idempotent-Replayed", "true")
        add("Original-Request", row.request)
    }

    func row(_ scope: String, _ call: Call, _ fingerprint: String) -> AnswerRow {
        AnswerRow(
            id: scope, account: call.account, created: call.now, fingerprint: fingerprint, name: call.name,
            request: call.requestID, status: status, body: String(decoding: body, as: UTF8.self),
            isSecret: call.route.operation.showsSecret)
    }

    /// A hash, so that no card data is kept.
    static func fingerprint(_ request: String) -> String { Hex.encode(SHA256.hash(Array(request.utf8))) }
}
