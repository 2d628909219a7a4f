import SimulatedPayments
import TenderBytes

@testable import SimulatedPages

/// A person with a browser at the dashboard, and the program whose account it is.
struct DashboardVisitor {
    var payments = SimulatedPayments(seed: [1])
    let pages = Pages(key: SecretBytes([2]))
    var now: Int64 = 1_800_000_000
    var key = "sk_test_shop"
    /// What the browser sends back.
    var cookie: String?

    /// A visitor who is signed in.
    static func signedIn(_ key: String = "sk_test_shop") -> DashboardVisitor {
        var visitor = DashboardVisitor()
        visitor.signIn(key)
        return visitor
    }

    @discardableResult
    mutating func signIn(_ key: String) -> APIResponse {
        self.key = key
        return post("/dashboard/sign-in", [("key", key)], from: "/dashboard")
    }

    mutating func get(_ address: String, _ headers: [String: String] = [:]) -> APIResponse {
        send(APIRequest("GET", address, headers: headers))
    }

    mutating func body(_ address: String) -> String { String(decoding: get(address).body, as: UTF8.self) }

    /// Sends a form with what is hidden in the forms of the page that it is on.
    ///
    /// - Parameter page: where the form is; nil for one that comes from nowhere.
    @discardableResult
    mutating func post(
        _ path: String, _ fields: [(String, String)] = [], from page: String?, _ headers: [String: String] = [:]
    ) -> APIResponse {
        let source = page.map { body($0) } ?? ""
        let hidden = ["_token", "account", "seen"].compactMap { name in
            Self.value(of: name, in: source).map { (name, $0) }
        }
        return send(APIRequest("POST", path, form: hidden + fields, headers: headers))
    }

    private static func value(of name: String, in source: String) -> String? {
        guard let start = source.firstRange(of: "name=\"\(name)\" value=\"")?.upperBound else { return nil }
        return String(source[start...].prefix { $0 != "\"" })
    }

    private mutating func send(_ request: APIRequest) -> APIResponse {
        var request = request
        request.headers["host"] = "127.0.0.1:4010"
        if let cookie, request.headers["cookie"] == nil { request.headers["cookie"] = cookie }
        let response = pages.handle(request, &payments, now: now)
        if let set = response.header("set-cookie") { cookie = String(set.prefix { $0 != ";" }) }
        return response
    }

    /// Asks the API as the program does.
    @discardableResult
    mutating func api(
        _ method: String, _ path: String, _ form: [(String, String)] = [], for account: String? = nil
    ) -> JSONValue {
        payments.ask(method, "/v1/" + path, form, key: key, for: account, now: now)
    }

    /// Pays with a card, and gives the id.
    mutating func pay(_ amount: Int64, _ more: [(String, String)] = [], for account: String? = nil) -> String {
        let form = [
            ("amount", "\(amount)"), ("currency", "usd"), ("payment_method", "pm_card_visa"),
            ("payment_method_types[]", "card"), ("confirm", "true"),
        ]
        return api(
            "POST", "payment_intents", form.filter { field in !more.contains { $0.0 == field.0 } } + more, for: account
        )
        .string("id")
    }

    /// Connects an account that can be paid.
    mutating func seller(_ name: String = "Ada") -> String {
        api("POST", "accounts", Visitor.seller(name)).string("id")
    }
}
