import SimulatedPayments

/// The session in the browser: the name of the account, signed, and nothing of its key.
enum DashboardSession {
    static let cookieName = "tender_dashboard"
    private static let attributes = "; Path=/dashboard; HttpOnly; SameSite=Strict"

    /// Returns the account of the browser's session; `nil` without one, and for one that was not signed here.
    static func account(of visit: PageVisit) -> String? {
        guard let cookie = visit.cookie(cookieName), let dot = cookie.lastIndex(of: ".") else { return nil }
        let account = String(cookie[..<dot])
        return visit.tokens.isToken(String(cookie[dot...].dropFirst()), scope(account)) ? account : nil
    }

    static func begin(_ account: String, _ visit: PageVisit, _ response: inout APIResponse) {
        let token = visit.tokens.token(scope(account))
        response.add("Set-Cookie", "\(cookieName)=\(account).\(token)\(attributes)")
    }

    static func end(_ response: inout APIResponse) {
        response.add("Set-Cookie", "\(cookieName)=\(attributes); Max-Age=0")
    }

    private static func scope(_ account: String) -> String { "dashboard session " + account }
}
