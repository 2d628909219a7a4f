public import TenderBytes

/// The signature that the payments API puts on the events it delivers: `t=<time>,v1=<code>[,v1=<code>…]`.
///
/// The code is HMAC-SHA256 of `<time>.<body>`, and its key is the endpoint's whole secret as text, `whsec_` included.
/// Source: the API's public page on webhook signatures.
public enum WebhookSignature {
    /// How old a delivery may be, in seconds.
    public static let defaultTolerance: Int64 = 300

    /// A longer header is none of the API's.
    private static let longestHeader = 4096

    /// Signs a body.
    ///
    /// - Parameters:
    ///   - payload: the body, byte for byte.
    ///   - timestamp: the time of sending, seconds since 1970.
    ///   - secrets: the endpoint's secrets; more than one while they are being changed.
    /// - Returns: the value of the header `Stripe-Signature`.
    public static func sign(
        payload: some Collection<UInt8>, timestamp: Int64, secrets: [SecretBytes]
    ) -> String {
        let codes = secrets.map { ",v1=" + Hex.encode(code(payload, "\(timestamp)", $0)) }
        return "t=\(timestamp)" + codes.joined()
    }

    /// Finds out whether a body was signed with a secret, and not long ago.
    ///
    /// - Parameters:
    ///   - payload: the body as it came, byte for byte.
    ///   - header: the value of the header `Stripe-Signature`.
    ///   - secret: the endpoint's secret, `whsec_…`.
    ///   - tolerance: how old it may be, in seconds; nil for any age.
    ///   - now: the time now, seconds since 1970.
    /// - Throws: `WebhookSignatureError`; anything may stand in body and header.
    public static func verify(
        payload: some Collection<UInt8>, header: String, secret: SecretBytes,
        tolerance: Int64? = defaultTolerance, now: Int64
    ) throws(WebhookSignatureError) {
        // Anybody can sign with no secret.
        guard secret.count > 0 else { throw .noSecret }
        guard header.utf8.count <= longestHeader else { throw .noTimestamp }
        let fields = header.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        let values = { (name: String) in fields.compactMap { $0.count == 2 && $0[0] == name ? $0[1] : nil } }
        guard let text = values("t").last, text.utf8.allSatisfy(isDigit), let timestamp = Int64(text) else {
            throw .noTimestamp
        }
        let codes = values("v1")
        guard !codes.isEmpty else { throw .noSignature }
        let expected = code(payload, text, secret)
        guard codes.map({ ConstantTime.areEqual(Hex.decode($0) ?? [], expected) }).contains(true) else {
            throw .noMatch
        }
        guard let tolerance else { return }
        let (age, overflow) = now.subtractingReportingOverflow(timestamp)
        guard !overflow, age <= tolerance else { throw .tooOld }
    }

    private static func code(_ payload: some Collection<UInt8>, _ time: String, _ secret: SecretBytes) -> [UInt8] {
        HMACSHA256.authenticate(Array((time + ".").utf8) + payload, key: secret)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}

/// Why a delivery is not to be trusted.
public enum WebhookSignatureError: Error, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The endpoint's secret is empty, as one that was not configured.
    case noSecret
    /// The header has no time, or is none.
    case noTimestamp
    /// The header has no signature of the scheme `v1`.
    case noSignature
    /// None of the signatures was made of this body with this secret.
    case noMatch
    /// It was signed too long ago: it may have been caught and sent again.
    case tooOld

    /// A sentence for people.
    public var description: String {
        switch self {
        case .noSecret: "the endpoint's secret is empty: nothing can be verified"
        case .noTimestamp: "the signature header has no time (t=…)"
        case .noSignature: "the signature header has no signature of the scheme v1"
        case .noMatch: "no signature belongs to this body and this secret"
        case .tooOld: "the delivery was signed too long ago"
        }
    }
}
