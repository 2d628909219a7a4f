import TenderBytes
import TenderCrypto

extension APIResponse: PaymentsAnswer {
    static func showing(_ object: APIObject, of context: ResourceContext, for call: Call) -> APIResponse {
        let isPlain = call.expansion.paths.isEmpty && !call.credential.isPublishable && !call.showsLists
        if isPlain, context.issuerData.isEmpty, case .intent(let row) = object {
            return APIResponse(status: 200, body: context.text(of: row))
        }
        let json = context.expand(context.json(object, for: call), call.expansion, account: call.account)
        let shown = call.credential.isPublishable ? ResourceContext.reduced(json) : json
        return APIResponse(status: 200, body: context.withIssuerData(shown).rendered())
    }

    static func showing(_ failure: APIFailure, of context: ResourceContext, for call: Call) -> APIResponse {
        context.render(
            failure, call.route.operation.generation, isPublishable: call.credential.isPublishable,
            log: context.logURL(call.requestID))
    }

    init(replaying row: AnswerRow) throws(APIFailure) {
        self.init(status: row.status, body: row.body.bytes)
        add("Idempotent-Replayed", "true")
        add("Original-Request", row.request)
    }

    func row(_ scope: String, _ call: Call) -> AnswerRow {
        AnswerRow(
            id: scope, account: call.account, created: call.now, fingerprint: Self.fingerprint(call), name: call.name,
            request: call.requestID, status: status, body: AnswerBody(body),
            isSecret: call.route.operation.showsSecret)
    }

    static func repeats(_ call: Call, _ row: AnswerRow) -> Bool { row.fingerprint == fingerprint(call) }

    /// Returns a hash, so that no card data is kept; the kind of the API key counts, since it determines what the
    /// answer shows.
    private static func fingerprint(_ call: Call) -> String {
        let kind = call.credential.isPublishable ? "publishable" : "secret"
        let parameters = JSONValue.object(call.parameters.fields).withoutNumbers.rendered()
        return Hex.encode(SHA256.hash(Array("\(kind) \(call.name)\n".utf8) + parameters))
    }
}
