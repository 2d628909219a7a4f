import FoundationEssentials
import Glibc
public import TenderAPI
public import TenderBytes
public import TenderCrypto
import TenderModel

/// A delivery of the gateway to the merchant's server: its authenticity and its event.
public enum Webhook {
    /// The API never sends a longer body.
    private static let longestPayload = 1 << 22

    /// Verifies that the gateway signed a body, and recently.
    ///
    /// - Parameters:
    ///   - payload: The body as received, byte for byte.
    ///   - header: The value of the `Stripe-Signature` header.
    ///   - secret: The endpoint's secret, `whsec_…`.
    ///   - tolerance: The maximum age, in seconds; `nil` for any age.
    ///   - now: The current time, in seconds since 1970; `nil` for the machine's.
    /// - Throws: `WebhookSignatureError`.
    public static func verifySignature(
        payload: some Collection<UInt8>, header: String, secret: SecretBytes,
        tolerance: Int64? = WebhookSignature.defaultTolerance, now: Int64? = nil
    ) throws(WebhookSignatureError) {
        try WebhookSignature.verify(
            payload: payload, header: header, secret: secret, tolerance: tolerance, now: now ?? Int64(time(nil)))
    }

    /// Verifies the signature of a delivery and decodes its event.
    ///
    /// - Throws: `WebhookError`.
    public static func event(
        payload: some Collection<UInt8>, header: String, secret: SecretBytes,
        tolerance: Int64? = WebhookSignature.defaultTolerance, now: Int64? = nil
    ) throws(WebhookError) -> APIEvent {
        try verified(payload, header, secret, tolerance, now)
    }

    /// Verifies the signature of a delivery to an event destination and decodes its thin event.
    ///
    /// `PaymentsClient.retrieveRelatedObject(of:as:)` retrieves the object that it is about.
    ///
    /// - Throws: `WebhookError`.
    public static func thinEvent(
        payload: some Collection<UInt8>, header: String, secret: SecretBytes,
        tolerance: Int64? = WebhookSignature.defaultTolerance, now: Int64? = nil
    ) throws(WebhookError) -> ThinEvent {
        try verified(payload, header, secret, tolerance, now)
    }

    private static func verified<Event: Decodable>(
        _ payload: some Collection<UInt8>, _ header: String, _ secret: SecretBytes, _ tolerance: Int64?, _ now: Int64?
    ) throws(WebhookError) -> Event {
        do throws(WebhookSignatureError) {
            try verifySignature(payload: payload, header: header, secret: secret, tolerance: tolerance, now: now)
        } catch {
            throw .notTrusted(error)
        }
        guard payload.count <= longestPayload else { throw .notUnderstood("it is too large") }
        do {
            return try JSONDecoder().decode(Event.self, from: Data(payload))
        } catch {
            throw .notUnderstood((error as? DecodingError)?.sentence ?? "it cannot be read")
        }
    }
}

/// The reason that a delivery has no event.
public enum WebhookError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The signature is missing or invalid.
    case notTrusted(WebhookSignatureError)
    /// It is signed but not an event; the text says why.
    case notUnderstood(String)

    /// A human-readable sentence.
    public var description: String {
        switch self {
        case .notTrusted(let error): error.description
        case .notUnderstood(let reason): "the delivery holds no event: \(reason)"
        }
    }
}

extension APIEvent {
    /// Decodes the object as a given type.
    ///
    /// - Throws: `DecodingError` if it is something else.
    public func object<Object: Decodable>(as type: Object.Type) throws -> Object {
        try JSONDecoder().decode(type, from: JSONEncoder().encode(object))
    }
}
