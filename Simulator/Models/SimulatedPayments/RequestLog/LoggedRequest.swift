/// A request as the log keeps it.
///
/// Every field is one that a client cannot write freely, so that no key, client secret, card number or name gets in: values of
/// parameters, messages and headers stay out, and of a path what is no id of the API's.
struct LoggedRequest: Hashable, Sendable {
    /// How an idempotency key played a part.
    enum Idempotency: String, Sendable { case key, replayed }

    /// What a refusal was for.
    struct Failure: Hashable, Sendable {
        var type: String?
        var code: String?
        var declineCode: String?
        /// The parameter that was to blame, when the endpoint has it; without what is inside it.
        var param: String?
    }

    let id: String
    let account: String
    /// The platform whose key acted for the account; nil for the account's own.
    let platform: String?
    let created: Int64
    let method: String
    let path: String
    /// The endpoint's name; nil for a URL that is none.
    let endpoint: String?
    /// The version that was asked for.
    let version: String?
    /// The kind of the key.
    let key: String
    var idempotency: Idempotency?
    /// The status of the answer; nil when none arrived.
    var status: Int?
    var failure: Failure?
    /// What was made to go wrong.
    var fault: String?
    /// Its place in the log, from 1.
    var sequence = 0
}

extension LoggedRequest {
    /// Takes what may be kept of a request.
    ///
    /// - Parameters:
    ///   - route: where it leads; nil for nowhere.
    ///   - now: seconds since 1970, on the gateway's clock.
    init(_ request: APIRequest, id: String, _ route: Route?, _ credential: Credential, now: Int64) {
        self.id = id
        account = credential.account
        platform = credential.platform
        created = now
        method = Self.methods.first { $0 == request.method } ?? "OTHER"
        path = route.map(Self.path) ?? Self.path(request.path)
        endpoint = route?.operation.endpoint.rawValue
        let version = request.headers["stripe-version"].map { String($0.prefix { $0 != ";" }) }
        self.version = version.flatMap { APIVersion.isName($0) ? $0 : nil }
        key =
            switch credential.kind {
            case .secret: "secret"
            case .publishable: "publishable"
            case .ephemeral: "ephemeral"
            }
        if request.headers["idempotency-key"] != nil, route?.operation.takesKey == true { idempotency = .key }
    }

    /// Takes what may be kept of its answer.
    mutating func take(_ response: APIResponse, _ route: Route?) {
        status = response.status
        if response.header("Idempotent-Replayed") != nil { idempotency = .replayed }
        guard response.status >= 400, let error = (try? JSONValue(parsing: response.body))?["error"] else { return }
        let name = error["param"]?.text.map { String($0.prefix { $0 != "[" }) }
        let isKnown = name.map { route?.operation.parameters[$0] != nil } ?? false
        failure = Failure(
            type: error["type"]?.text, code: error["code"]?.text, declineCode: error["decline_code"]?.text,
            param: isKnown ? name : nil)
    }

    private static let methods = ["GET", "POST", "DELETE", "HEAD", "PUT", "PATCH", "OPTIONS"]
    /// What stands for a part of a path that is not shown.
    private static let hidden: Substring = "…"

    /// What an id of the API begins with; a secret begins otherwise.
    private static let prefixes: Set<Substring> = [
        "acct", "ba", "btok", "bps", "card", "ch", "cs", "ctoken", "cus", "dp", "du", "ed", "ephkey", "evt", "fee",
        "file", "fr", "issfr", "li", "mandate", "person", "pi", "plink", "pm", "po", "price", "prod", "py", "pyr", "re",
        "req", "seti", "setatt", "shr", "src", "tmc", "tml", "tmr", "tok", "tr", "trr", "txn", "we",
    ]

    private static func path(_ route: Route) -> String {
        var ids = route.ids[...]
        let segments = route.operation.path.split(separator: "/").map { segment in
            segment.hasPrefix(":") ? shown(id: ids.popFirst() ?? "") : segment
        }
        return "/" + segments.joined(separator: "/")
    }

    private static func shown(id: String) -> Substring {
        let isPlain = id.utf8.count <= 80 && id.utf8.allSatisfy { isWord($0) || (0x30...0x39).contains($0) }
        guard isPlain, prefixes.contains(id.prefix { $0 != "_" }), !id.contains("_secret"), !hasNumber(id) else {
            return hidden
        }
        return Substring(id)
    }

    /// A path that leads nowhere, as far as it consists of the API's own words, also of parts that are not simulated.
    private static func path(_ text: String) -> String {
        let segments = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().prefix(8)
        return "/" + segments.map { words.contains($0) ? $0 : hidden }.joined(separator: "/")
    }

    private static let words: Set<Substring> = {
        let simulated = Operation.all.flatMap { $0.path.split(separator: "/") }.filter { !$0.hasPrefix(":") }
        let others = EventTypes.all.flatMap { $0.split(separator: ".").dropLast() }
        return Set(simulated + others + others.map { $0 + "s" } + ["search"])
    }()

    private static func isLower(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) || byte == 0x5F }
    private static func isWord(_ byte: UInt8) -> Bool { isLower(byte) || (0x41...0x5A).contains(byte) }

    /// Whether so many digits stand together that they may be a card's or an account's number.
    private static func hasNumber(_ text: String) -> Bool {
        var count = 0
        for byte in text.utf8 {
            count = (0x30...0x39).contains(byte) ? count + 1 : 0
            if count >= 8 { return true }
        }
        return false
    }
}
