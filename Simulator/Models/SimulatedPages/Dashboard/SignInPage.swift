import SimulatedPayments

/// The sign-in page of the dashboard: the secret test key of an account gives access to it.
enum SignInPage {
    /// Before anybody is known, a form is at least one of this gateway's.
    private static let scope = "dashboard sign-in"
    private static let example = "sk_test_shop"

    static func show(_ visit: PageVisit, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        if DashboardSession.account(of: visit) != nil { return .redirect(to: "/dashboard/payments") }
        return page(visit, error: nil)
    }

    static func signIn(_ visit: PageVisit, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        try visit.checkToken(scope)
        let request = APIRequest(
            method: "GET", path: "/v1/account",
            headers: ["authorization": "Bearer \(visit.field("key") ?? "")"])
        let answer = payments.handle(request, now: visit.now)
        let json = (try? JSONValue(parsing: answer.body)) ?? .null
        guard answer.status == 200, let account = json["id"]?.text else {
            return page(visit, error: json["error"]?["message"]?.text ?? "The key was not accepted.")
        }
        var response = APIResponse.redirect(to: "/dashboard/payments")
        DashboardSession.begin(account, visit, &response)
        return response
    }

    static func signOut(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse
    {
        var response = APIResponse.redirect(to: "/dashboard")
        DashboardSession.end(&response)
        return response
    }

    private static func page(_ visit: PageVisit, error: String?) -> APIResponse {
        let message = error.map { "<p class=\"error\" role=\"alert\" id=\"error\">\($0)</p>\n" as HTML }
        let wrong: HTML? = error == nil ? nil : " aria-invalid=\"true\""
        let described = error == nil ? "hint" : "hint error"
        let content: HTML = """
            <h1>Dashboard</h1>
            <p>See the payments, readers and accounts of the simulated gateway.</p>
            \(message)<form class="card" method="post" action="/dashboard/sign-in">
            \(visit.tokenField(scope))
            <label for="key">Secret test key</label>
            <p class="hint" id="hint">The key that your program uses, such as <code>\(example)</code>. It is not stored.</p>
            <input type="text" id="key" name="key" autocomplete="off" autocapitalize="none" spellcheck="false" required
            aria-describedby="\(described)"\(wrong)>
            <button type="submit" class="wide">Sign in</button>
            </form>
            """
        return Page(title: "Dashboard", content: content, status: error == nil ? 200 : 401).response()
    }
}

extension PageRoute {
    static let signIn = [
        PageRoute("GET", "/") { (_, _) throws(PageRefusal) in .redirect(to: "/dashboard") },
        PageRoute("GET", "/dashboard", SignInPage.show), PageRoute("POST", "/dashboard/sign-in", SignInPage.signIn),
        dashboardForm("/sign-out", SignInPage.signOut),
    ]
}
