import SimulatedPayments
import TenderBytes

@testable import SimulatedPages

/// A shop with a key, and its customer's browser.
struct Visitor {
    struct Answer {
        let status: Int
        let text: String
        let response: APIResponse

        var location: String? { response.header("location") }

        /// Where it leads by itself, away from a form.
        var onward: String? { response.onward }

        /// The token in the page's form.
        var token: String {
            let field = text.firstRange(of: "name=\"_token\" value=\"")
            return field.map { String(text[$0.upperBound...].prefix { $0 != "\"" }) } ?? ""
        }
    }

    var payments = SimulatedPayments(seed: [1])
    let pages = Pages(key: SecretBytes([2]))
    var now: Int64 = 1_800_000_000

    mutating func visit(_ method: String, _ path: String, _ form: [(String, String)] = []) -> Answer {
        let request = APIRequest(method, path, form: form, headers: ["host": "127.0.0.1:4010"])
        let response = pages.handle(request, &payments, now: now)
        return Answer(
            status: response.status, text: String(decoding: response.body, as: UTF8.self), response: response)
    }

    /// Asks the API with the shop's secret key.
    mutating func ask(
        _ method: String, _ path: String, _ form: [(String, String)] = [], for account: String? = nil
    ) -> JSONValue {
        payments.ask(method, "/v1/" + path, form, for: account, now: now)
    }

    /// Deletes or closes a connected account.
    mutating func end(_ seller: String, isDeleted: Bool) {
        guard !isDeleted else {
            _ = ask("DELETE", "accounts/\(seller)")
            return
        }
        let request = APIRequest(
            method: "POST", path: "/v2/core/accounts/\(seller)/close",
            headers: [
                "authorization": "Bearer sk_test_shop", "content-type": "application/json",
                "stripe-version": "2026-10-28.endive",
            ], body: Array(#"{"applied_configurations": ["merchant", "recipient"]}"#.utf8))
        _ = payments.handle(request, now: now)
    }

    /// The path of the page to which an intent's next action leads.
    static func page(of intent: JSONValue) -> String {
        let action = intent["next_action"]
        let address = action?["redirect_to_url"]?["url"] ?? action?["use_stripe_sdk"]?["stripe_js"]
        return String(address?.text?.trimmingPrefix("http://127.0.0.1") ?? "")
    }
}
