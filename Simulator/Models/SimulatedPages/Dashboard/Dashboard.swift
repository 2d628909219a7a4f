import SimulatedPayments
import TenderBytes

/// A person signed in at the dashboard, and the account they look at: their own, or one connected to it.
struct Dashboard: Sendable {
    typealias Fields = [(name: String, value: String)]
    typealias Answer = (status: Int, json: JSONValue)

    let visit: PageVisit
    /// The account of the key.
    let owner: String
    /// The account being viewed.
    let account: String

    /// - Returns: `nil` for a visitor who is not signed in.
    /// - Throws: An error if they may not view the requested account.
    init?(_ visit: PageVisit, _ payments: inout SimulatedPayments) throws(PageRefusal) {
        guard let owner = DashboardSession.account(of: visit) else { return nil }
        self.visit = visit
        self.owner = owner
        account = visit.field("account") ?? owner
        guard account != owner else { return }
        let path = "/v1/accounts/" + WebAddress.encoded(account)
        let found = visit.ask("GET", path, for: owner, of: &payments)
        guard found.status == 200, found.json["id"]?.text == account, found.json["deleted"] != true else {
            throw .notFound
        }
    }

    var isOwn: Bool { account == owner }

    /// The scope that forms of this dashboard are signed for.
    var scope: String { "dashboard form " + owner }

    /// Returns the address of one of its pages, which shows the same account.
    func address(_ path: String, _ query: Fields = []) -> String {
        let own: Fields = isOwn ? [] : [("account", account)]
        let text = PercentEncoding.form(own + query)
        return "/dashboard" + path + (text.isEmpty ? "" : "?" + text)
    }

    /// Calls the API for the viewed account.
    func ask(
        _ method: String, _ path: String, _ fields: Fields = [], key: String? = nil,
        of payments: inout SimulatedPayments
    ) -> Answer {
        visit.ask(method, path, fields, key: key, for: account, of: &payments)
    }

    /// Reads an object or a list.
    ///
    /// - Throws: A page that says why there is none.
    func get(
        _ path: String, _ fields: Fields = [], of payments: inout SimulatedPayments
    ) throws(PageRefusal) -> JSONValue {
        let answer = ask("GET", path, fields, of: &payments)
        guard answer.status == 200 else { throw PageRefusal(answer) }
        return answer.json
    }

    /// Reads the object that the page's address names.
    ///
    /// - Throws: Not found, even if the address leads to something else, such as a search.
    func object(
        in list: String, _ fields: Fields = [], of payments: inout SimulatedPayments
    ) throws(PageRefusal) -> JSONValue {
        let answer = ask("GET", list + "/" + visit.id, fields, of: &payments)
        guard answer.status != 400 else { throw .notFound }
        guard answer.status == 200 else { throw PageRefusal(answer) }
        guard answer.json["id"]?.text == visit.id else { throw .notFound }
        return answer.json
    }

    /// Returns the elements of a short list; none if there is no such list.
    func elements(_ path: String, _ fields: Fields = [], of payments: inout SimulatedPayments) -> [JSONValue] {
        ask("GET", path, fields + [("limit", "100")], of: &payments).json.elements("data")
    }

    /// Returns the key under which a form is executed once, however often it is submitted: the same for the same page
    /// and entries.
    func key(_ form: String, _ fields: Fields) -> String {
        let entries = fields.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        return visit.tokens.token("dashboard once \(form) \(account) \(visit.field("seen") ?? "") \(entries)")
    }
}

extension PageRefusal {
    static let signedOut = PageRefusal(
        status: 401, title: "Sign in first", message: "This page is for those who are signed in at the dashboard.")

    /// Creates the refusal page for an answer of the API.
    init(_ answer: Dashboard.Answer) {
        guard ![403, 404].contains(answer.status) else {
            self = .notFound
            return
        }
        self.init(
            status: answer.status, title: "The gateway refused",
            message: answer.json["error"]?["message"]?.text ?? "It did not say why.")
    }
}
