import TenderBytes
import TenderCrypto

/// The tokens that prove that a form was filled in on a page of this gateway.
///
/// A token is bound to a scope: a session, or the secret in a page's own address. It lives as long as the process.
struct FormTokens: Sendable {
    static let field = "_token"

    private let key: SecretBytes

    init(key: SecretBytes) { self.key = key }

    func token(_ scope: String) -> String { Hex.encode(HMACSHA256.authenticate(Array(scope.utf8), key: key)) }

    func isToken(_ token: String, _ scope: String) -> Bool {
        ConstantTime.areEqual(Array(token.utf8), Array(self.token(scope).utf8))
    }
}
