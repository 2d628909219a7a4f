import TenderBytes
import TenderCrypto

/// The opening of links by people. Only hashes of the secrets are kept, by which everything that belongs to them is
/// found.
extension ResourceContext {
    static let accountLinkObject = "account_link"
    private static let sessionObject = "account_link_session"
    /// The time in which a link can be opened, in seconds.
    static let linkLifetime: Int64 = 5 * 60
    /// The time in which a person who opened a link may act, in seconds.
    static let linkSessionLifetime: Int64 = 3600

    /// Creates a link and returns its address.
    mutating func makeLink(
        _ purpose: LinkPurpose, to account: Document, _ addresses: LinkAddresses, _ call: Call
    ) -> String {
        let token = ids.make("lnk")
        let fields: [String: JSONValue] = [
            "account": .string(account.id), "purpose": .string(purpose.rawValue),
            "refresh_url": .optional(addresses.refresh), "return_url": .optional(addresses.return),
        ]
        _ = makeDocument(
            .accountLinks, id: Self.id(of: token), fields,
            hidden: ["until": .integer(call.now + Self.linkLifetime)], call)
        return publicURL + (purpose == .login ? "/seller/s/" : "/setup/s/") + token
    }

    private static func id(of token: String) -> String {
        "link_" + Hex.encode(SHA256.hash(Array(token.utf8)).prefix(16))
    }

    /// Opens a link, which uses it up.
    ///
    /// - Parameters:
    ///   - token: The end of the link's address.
    ///   - now: The seconds since 1970, on the host's clock.
    mutating func openLink(_ token: String, now: Int64) -> LinkOpening {
        guard var link = documents[Self.id(of: token)], link.object == Self.accountLinkObject,
            let purpose = link["purpose"]?.text.flatMap(LinkPurpose.init)
        else { return .unknown }
        guard link.hidden["isUsed"] != true, time(now) < link.hidden["until"]?.number ?? 0 else {
            return .over(refreshURL: link["refresh_url"]?.text)
        }
        link.hidden["isUsed"] = true
        put(link)
        let secret = ids.make("ses")
        put(
            Document(
                id: Self.id(of: secret), account: link.account, created: time(now), object: Self.sessionObject,
                fields: link.fields, hidden: ["until": .integer(time(now) + Self.linkSessionLifetime)]))
        return .session(secret, purpose)
    }

    /// Returns the person who came by a link; `nil` if nobody did.
    ///
    /// - Parameters:
    ///   - session: The secret from opening the link.
    ///   - now: The seconds since 1970, on the host's clock.
    func linkVisitor(_ session: String, now: Int64) -> LinkVisitor? {
        guard let document = documents[Self.id(of: session)], document.object == Self.sessionObject,
            let account = document["account"]?.text,
            let purpose = document["purpose"]?.text.flatMap(LinkPurpose.init)
        else { return nil }
        return LinkVisitor(
            account: account, platform: document.account, purpose: purpose,
            refreshURL: document["refresh_url"]?.text, returnURL: document["return_url"]?.text,
            isOver: time(now) >= document.hidden["until"]?.number ?? 0)
    }

    /// Ends the session of a person who came by a link.
    mutating func endLinkSession(_ session: String) {
        guard var document = documents[Self.id(of: session)], document.object == Self.sessionObject else { return }
        document.hidden["until"] = 0
        put(document)
    }
}
