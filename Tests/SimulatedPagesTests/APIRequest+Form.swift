import SimulatedPayments
import TenderBytes

@testable import SimulatedPages

extension APIRequest {
    /// A request as browsers and programs send it: a GET has its form in the address.
    init(_ method: String, _ address: String, form: [(String, String)] = [], headers: [String: String] = [:]) {
        let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let text = PercentEncoding.form(form.map { (name: $0.0, value: $0.1) })
        let isGet = method == "GET"
        let query = (parts.dropFirst() + (isGet && !text.isEmpty ? [text] : [])).joined(separator: "&")
        self.init(
            method: method, path: parts.first ?? "", query: query, headers: headers, body: isGet ? [] : Array(text.utf8)
        )
    }
}

extension SimulatedPayments {
    /// What the API answers to a program with a secret key.
    ///
    /// - Parameter account: the connected account that it acts for.
    mutating func ask(
        _ method: String, _ path: String, _ form: [(String, String)] = [], key: String = "sk_test_shop",
        for account: String? = nil, now: Int64
    ) -> JSONValue {
        var headers = ["authorization": "Bearer \(key)"]
        headers["stripe-account"] = account
        let answer = handle(APIRequest(method, path, form: form, headers: headers), now: now)
        return (try? JSONValue(parsing: answer.body)) ?? .null
    }
}

extension APIResponse {
    /// Where a page leads by itself.
    var onward: String? { header("refresh").map { String($0.trimmingPrefix("0; url=")) } }
}
