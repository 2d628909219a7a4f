import FoundationEssentials
import TenderBytes
import TenderCrypto

/// Who asks: an account, and whether with its secret or its publishable key.
struct Credential {
    let account: String
    let isPublishable: Bool

    private static let maximumNameLength = 200

    /// The account of requests that did not come over HTTP: that of `sk_test_direct`.
    static let direct = Credential(named: "direct")

    private init(named name: String) {
        account = Self.account(named: name[...])
        isPublishable = false
    }

    private static func account(named name: Substring) -> String {
        "acct_" + Hex.encode(SHA256.hash(Array(name.utf8)).prefix(8))
    }

    /// Reads `Authorization: Bearer KEY` or HTTP Basic with the key as user name.
    ///
    /// The account is named by a hash of the key pair's common part, so that no key is stored.
    init(_ request: APIRequest) throws(APIFailure) {
        guard let header = request.headers["authorization"], let key = Self.key(header), !key.isEmpty else {
            throw .unauthorized(
                "You did not provide an API key. You need to provide your API key in the Authorization header, using "
                    + "Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').")
        }
        let kinds = [("sk_test_", false), ("pk_test_", true)]
        guard let kind = kinds.first(where: { key.hasPrefix($0.0) }), Self.isName(key.dropFirst(kind.0.count)) else {
            throw .unauthorized("Invalid API Key provided: \(Self.masked(key))")
        }
        isPublishable = kind.1
        account = Self.account(named: key.dropFirst(kind.0.count))
        guard request.headers["stripe-account"] == nil else {
            var failure = APIFailure.invalid(
                "The provided key '\(Self.masked(key))' does not have access to the account (or that account does not "
                    + "exist). Application access may have been revoked.",
                code: "account_invalid")
            failure.status = 403
            throw failure
        }
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

    /// The kind of the key, when it has one, and nothing of its secret part.
    private static func masked(_ key: String) -> String {
        let kinds = ["sk_test_", "pk_test_", "sk_live_", "pk_live_", "rk_test_", "rk_live_"]
        return (kinds.first { key.hasPrefix($0) } ?? "") + "****"
    }
}
