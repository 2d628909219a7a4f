/// A request as the log keeps it.
///
/// No field is one that a client can write freely, so that no key, client secret, card number or name gets in: values
/// of parameters, messages and headers are left out, and so are the parts of a path that are not ids of the API.
struct LoggedRequest: Hashable, Sendable {
    /// The role of an idempotency key.
    enum Idempotency: String, Sendable { case key, replayed }

    /// The reason of a refusal.
    struct Failure: Hashable, Sendable {
        var type: String?
        var code: String?
        var declineCode: String?
        /// The parameter at fault, if the endpoint has it; without what is inside it.
        var param: String?
    }

    let id: String
    let account: String
    /// The platform whose key acted for the account; `nil` for the account's own.
    let platform: String?
    let created: Int64
    let method: String
    let path: String
    /// The endpoint's name; `nil` for an unknown URL.
    let endpoint: String?
    /// The requested version.
    let version: String?
    /// The kind of the key.
    let key: String
    var idempotency: Idempotency?
    /// The status of the answer; `nil` if none arrived.
    var status: Int?
    var failure: Failure?
    /// The injected fault.
    var fault: String?
    /// Its position in the log, from 1.
    var sequence = 0
}

extension LoggedRequest {
    /// Extracts what may be kept of a request.
    ///
    /// - Parameters:
    ///   - route: The route; `nil` for an unknown one.
    ///   - now: The seconds since 1970, on the gateway's clock.
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

    /// Extracts what may be kept of its answer.
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
    /// The placeholder for a part of a path that is not shown.
    private static let hidden: Substring = "…"
    private static let secret = Array("_secret".utf8)

    /// The prefixes of the API's ids; secrets have others.
    private static let prefixes: Set<Substring> = [
        "acct", "ba", "btok", "bps", "card", "ch", "cs", "ctoken", "cus", "dp", "du", "ed", "ephkey", "evt", "fee",
        "file", "fr", "issfr", "li", "mandate", "person", "pi", "plink", "pm", "po", "price", "prod", "py", "pyr", "re",
        "req", "seti", "setatt", "shr", "src", "tmc", "tml", "tmr", "tok", "tr", "trr", "txn", "we",
    ]

    private static func path(_ route: Route) -> String {
        guard !route.ids.isEmpty else { return route.operation.path }
        var (path, ids) = ("", route.ids[...])
        for segment in route.operation.segments {
            path += "/"
            path += segment.hasPrefix(":") ? shown(id: ids.popFirst() ?? "") : segment
        }
        return path
    }

    private static func shown(id: String) -> Substring {
        let bytes = id.utf8
        let isPlain = bytes.count <= 80 && bytes.allSatisfy { isWord($0) || isDigit($0) }
        let end = bytes.firstIndex(of: UInt8(ascii: "_")) ?? bytes.endIndex
        guard isPlain, prefixes.contains(id[..<end]), !holdsSecret(bytes[end...]), !hasNumber(id) else { return hidden }
        return Substring(id)
    }

    /// Returns whether a later part of an id begins as those of secrets do.
    private static func holdsSecret(_ bytes: Substring.UTF8View) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: secret) }
    }

    /// Returns an unknown path, as far as it consists of the API's own words, including parts that are not simulated.
    private static func path(_ text: String) -> String {
        let segments = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().prefix(8)
        return "/" + segments.map { words.contains($0) ? $0 : hidden }.joined(separator: "/")
    }

    private static let words: Set<Substring> = {
        let simulated = Operation.all.flatMap { $0.path.split(separator: "/") }.filter { !$0.hasPrefix(":") }
        let others = EventTypes.all.flatMap { $0.split(separator: ".").dropLast() }
        return Set(simulated + others + others.map { $0 + "s" } + ["search"])
    }()

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isLower(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) || byte == 0x5F }
    private static func isWord(_ byte: UInt8) -> Bool { isLower(byte) || (0x41...0x5A).contains(byte) }

    /// Returns whether enough digits are adjacent that they may be the number of a card or an account.
    private static func hasNumber(_ text: String) -> Bool {
        var count = 0
        for byte in text.utf8 {
            count = isDigit(byte) ? count + 1 : 0
            if count >= 8 { return true }
        }
        return false
    }
}
