import Foundation
import SimulatedPayments
import TenderBytes

@testable import SimulatedPages

/// A platform, and a person with a browser that follows its links.
struct SetupVisitor {
    var payments = SimulatedPayments(seed: [9])
    let pages = Pages(key: SecretBytes([2]))
    var now: Int64 = 1_800_000_000

    static let back = "https://shop.test/done?x=1"
    static let refresh = "https://shop.test/again"

    /// Asks the API as the platform.
    mutating func api(_ method: String, _ path: String, _ form: [(String, String)] = []) -> JSONValue {
        payments.ask(method, path, form, now: now)
    }

    /// Makes an account that asks to take cards.
    mutating func account(_ more: [(String, String)] = [("type", "express")]) -> String {
        let asked = [
            ("capabilities[card_payments][requested]", "true"), ("capabilities[transfers][requested]", "true"),
        ]
        return api("POST", "/v1/accounts", asked + more)["id"]?.text ?? ""
    }

    /// Makes a link and gives the path that it leads to.
    mutating func link(to account: String, type: String = "account_onboarding") -> String {
        let form = [
            ("account", account), ("type", type), ("refresh_url", Self.refresh), ("return_url", Self.back),
        ]
        let url = api("POST", "/v1/account_links", form)["url"]?.text ?? ""
        return String(url.dropFirst(payments.publicURL.count))
    }

    /// Makes a link, opens it, and gives the path of the person's pages.
    mutating func enter(_ account: String) -> String {
        let link = link(to: account)
        return get(link).header("location") ?? ""
    }

    mutating func get(_ path: String, _ query: String = "") -> APIResponse { look("GET", path, query) }

    mutating func head(_ path: String) -> APIResponse { look("HEAD", path) }

    private mutating func look(_ method: String, _ path: String, _ query: String = "") -> APIResponse {
        let request = APIRequest(method: method, path: path, query: query, headers: ["host": "127.0.0.1:4010"])
        return pages.handle(request, &payments, now: now)
    }

    mutating func post(_ path: String, _ form: [(String, String)]) -> APIResponse {
        let headers = ["host": "127.0.0.1:4010", "origin": "http://127.0.0.1:4010"]
        return pages.handle(APIRequest("POST", path, form: form, headers: headers), &payments, now: now)
    }

    /// What the form of a page sends back as it stands, with a button.
    static func form(_ page: APIResponse, action: String = "save") -> [(String, String)] {
        let text = html(page)
        var fields: [(String, String)] = []
        let form = text.components(separatedBy: "<form ").dropFirst().first ?? ""
        for tag in form.components(separatedBy: "<").dropFirst() {
            guard tag.hasPrefix("input") || tag.hasPrefix("select") || tag.hasPrefix("option") else { continue }
            let value = attribute("value", of: tag)
            if tag.hasPrefix("option") {
                if tag.contains(" selected>"), let last = fields.popLast() { fields.append((last.0, value ?? "")) }
            } else if let name = attribute("name", of: tag) {
                let isChoice = tag.contains("type=\"radio\"") || tag.contains("type=\"checkbox\"")
                if !isChoice || tag.contains(" checked") { fields.append((name, value ?? "")) }
            }
        }
        return fields + [("action", action)]
    }

    private static func attribute(_ name: String, of tag: String) -> String? {
        let parts = tag.components(separatedBy: " \(name)=\"")
        guard parts.count > 1 else { return nil }
        return parts[1].components(separatedBy: "\"")[0]
    }

    static func html(_ page: APIResponse) -> String { String(decoding: page.body, as: UTF8.self) }

    static func title(_ page: APIResponse) -> String {
        html(page).components(separatedBy: "<title>").last?.components(separatedBy: "</title>").first ?? ""
    }
}
