import FoundationEssentials
import TenderBytes
import TenderCrypto

/// The credential of a caller: an account, and the kind of key.
struct Credential {
    enum Kind: Equatable {
        case secret
        case publishable
        /// A key for one customer.
        case ephemeral(customer: String)
    }

    let account: String
    let kind: Kind
    /// The platform whose key acts for the account; `nil` if it is the account's own.
    var platform: String?
    /// When the key expires; `nil` for one that does not.
    var expires: Int64?

    var isPublishable: Bool { kind == .publishable }

    private static let maximumNameLength = 200

    /// The customer of an ephemeral key; `nil` for other keys.
    var customer: String? {
        guard case .ephemeral(let customer) = kind else { return nil }
        return customer
    }

    /// The account of requests that did not come over HTTP: that of `sk_test_direct`.
    static let direct = Credential(named: "direct")

    private init(named name: String) {
        account = Self.account(named: name[...])
        kind = .secret
    }

    /// Creates the credential of an ephemeral key.
    init(account: String, customer: String, expires: Int64) {
        self.account = account
        self.expires = expires
        kind = .ephemeral(customer: customer)
    }

    /// Creates the credential of an account's secret key.
    init(account: String) { self.init(account: account, kind: .secret) }

    /// Returns the same key, acting for a connected account.
    func acting(for connected: String) -> Credential {
        var credential = Credential(account: connected, kind: kind)
        credential.platform = account
        return credential
    }

    private init(account: String, kind: Kind) {
        self.account = account
        self.kind = kind
    }

    private static func account(named name: Substring) -> String {
        "acct_" + Hex.encode(SHA256.hash(Array(name.utf8)).prefix(8))
    }

    /// Parses an API key: any `sk_test_X`, `rk_test_X` or `pk_test_X`; the same X is one account.
    ///
    /// The account is identified by a hash of the key pair's common part, so that no key is stored.
    init(key: String) throws(APIFailure) {
        let kinds: [(prefix: String, kind: Kind)] = [
            ("sk_test_", .secret), ("rk_test_", .secret), ("pk_test_", .publishable),
        ]
        guard let found = kinds.first(where: { key.hasPrefix($0.prefix) }),
            Self.isName(key.dropFirst(found.prefix.count))
        else { throw .unauthorized("Invalid API Key provided: \(Self.masked(key))") }
        kind = found.kind
        account = Self.account(named: key.dropFirst(found.prefix.count))
    }

    /// Returns the key of `Authorization: Bearer KEY`, or of HTTP Basic with the key as user name.
    static func key(of request: APIRequest) throws(APIFailure) -> String {
        guard let header = request.headers["authorization"], let key = key(header), !key.isEmpty else {
            throw .unauthorized(
                "You did not provide an API key. You need to provide your API key in the Authorization header, using "
                    + "Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').")
        }
        return key
    }

    private static func key(_ header: String) -> String? {
        let words = header.split(separator: " ")
        guard words.count == 2 else { return nil }
        switch words[0].lowercased() {
        case "bearer": return String(words[1])
        case "basic":
            guard let data = Data(base64Encoded: String(words[1])) else { return nil }
            let text = String(validating: data, as: UTF8.self)
            return text?.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init)
        default: return nil
        }
    }

    private static func isName(_ text: Substring) -> Bool {
        (1...maximumNameLength).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                Character(Unicode.Scalar(byte)).isASCII
                    && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
                        || "_-.".utf8.contains(byte))
            }
    }

    /// Returns the kind of the key, if it has one, and of a long one the end, by which its holder recognizes it.
    static func masked(_ key: String) -> String {
        let kinds = [
            "sk_test_", "pk_test_", "sk_live_", "pk_live_", "rk_test_", "rk_live_", "ek_test_", "ek_live_", "pst_test_",
        ]
        let kind = kinds.first { key.hasPrefix($0) } ?? ""
        let secret = key.dropFirst(kind.count)
        return kind + "****" + (secret.count >= minimumMaskedLength ? secret.suffix(4) : "")
    }

    /// Too large a part of shorter secrets would be shown.
    private static let minimumMaskedLength = 16
}
