public import TenderBytes

/// The signature that the payments API adds to the events it delivers: `t=<time>,v1=<code>[,v1=<code>…]`.
///
/// The code is the HMAC-SHA256 of `<time>.<body>`; its key is the endpoint's whole secret as text, including `whsec_`.
/// Source: the API's public page on webhook signatures.
public enum WebhookSignature {
    /// The default maximum age of a delivery, in seconds.
    public static let defaultTolerance: Int64 = 300

    /// The API never sends a longer header.
    private static let longestHeader = 4096

    /// Signs a body.
    ///
    /// - Parameters:
    ///   - payload: The body, byte for byte.
    ///   - timestamp: The time of sending, in seconds since 1970.
    ///   - secrets: The endpoint's secrets; more than one while they are being rotated.
    /// - Returns: The value of the `Stripe-Signature` header.
    public static func sign(
        payload: some Collection<UInt8>, timestamp: Int64, secrets: [SecretBytes]
    ) -> String {
        let codes = secrets.map { ",v1=" + Hex.encode(code(payload, "\(timestamp)", $0)) }
        return "t=\(timestamp)" + codes.joined()
    }

    /// Verifies that a body was signed with a secret, and recently.
    ///
    /// - Parameters:
    ///   - payload: The body as received, byte for byte.
    ///   - header: The value of the `Stripe-Signature` header.
    ///   - secret: The endpoint's secret, `whsec_…`.
    ///   - tolerance: The maximum age, in seconds; `nil` for any age.
    ///   - now: The current time, in seconds since 1970.
    /// - Throws: `WebhookSignatureError`; body and header may contain anything.
    public static func verify(
        payload: some Collection<UInt8>, header: String, secret: SecretBytes,
        tolerance: Int64? = defaultTolerance, now: Int64
    ) throws(WebhookSignatureError) {
        // Anybody can sign with an empty secret.
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

/// The reason a delivery is not to be trusted.
public enum WebhookSignatureError: Error, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The endpoint's secret is empty, as if it were not configured.
    case noSecret
    /// The header has no timestamp, or an invalid one.
    case noTimestamp
    /// The header has no signature of the `v1` scheme.
    case noSignature
    /// None of the signatures was made of this body with this secret.
    case noMatch
    /// It was signed too long ago and may be a replay.
    case tooOld

    /// A human-readable sentence.
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
