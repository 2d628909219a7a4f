import SimulatedPayments
import TenderBytes

/// One request for a page: who asks for what, and the contents of the form.
struct PageVisit: Sendable {
    let request: APIRequest
    /// The ids in the path, in order.
    let ids: [String]
    /// The parameters of the query and of the form.
    let fields: [String: String]
    /// Seconds since 1970, on the host's clock.
    let now: Int64
    let tokens: FormTokens

    /// The first id in the path; empty where the path has none.
    var id: String { ids.first ?? "" }

    /// Returns the value of a field, trimmed; `nil` for an empty one.
    func field(_ name: String) -> String? {
        guard let text = fields[name] else { return nil }
        let trimmed = text.drop(while: \.isWhitespace)
        let end = trimmed.lastIndex { !$0.isWhitespace }
        return end.map { String(trimmed[...$0]) }
    }

    /// Returns the value of a cookie.
    func cookie(_ name: String) -> String? {
        let pairs = request.headers["cookie"]?.split(separator: ";") ?? []
        for pair in pairs {
            let parts = pair.drop(while: \.isWhitespace).split(separator: "=", maxSplits: 1)
            if parts.count == 2, parts[0] == name { return String(parts[1]) }
        }
        return nil
    }

    /// Returns the hidden field that lets a form of the page back in; `scope` is what the form's reader checks it with.
    func tokenField(_ scope: String) -> HTML {
        "<input type=\"hidden\" name=\"\(FormTokens.field)\" value=\"\(tokens.token(scope))\">"
    }

    /// Throws unless the form came from a page that was created for the scope.
    func checkToken(_ scope: String) throws(PageRefusal) {
        guard let token = fields[FormTokens.field], tokens.isToken(token, scope) else { throw .foreignForm }
    }

    /// Calls the API for an account, and returns its answer, errors included.
    ///
    /// - Parameter key: The idempotency key.
    func ask(
        _ method: String, _ path: String, _ fields: [(name: String, value: String)] = [], key: String? = nil,
        for account: String, of payments: inout SimulatedPayments
    ) -> (status: Int, json: JSONValue) {
        let form = PercentEncoding.form(fields)
        let isGet = method == "GET"
        let request = APIRequest(
            method: method, path: path, query: isGet ? form : "", headers: key.map { ["idempotency-key": $0] } ?? [:],
            body: isGet ? [] : Array(form.utf8))
        let response = payments.handle(request, for: account, now: now)
        return (response.status, (try? JSONValue(parsing: response.body)) ?? .null)
    }
}
