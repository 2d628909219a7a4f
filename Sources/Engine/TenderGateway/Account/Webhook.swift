import FoundationEssentials
import Glibc
public import TenderBytes
public import TenderCrypto
public import TenderModel

/// A delivery of the gateway to the merchant's server: who sent it, and what it says.
public enum Webhook {
    /// A longer body is none of the API's.
    private static let longestPayload = 1 << 22

    /// Finds out whether the gateway signed a body, and not long ago.
    ///
    /// - Parameters:
    ///   - payload: the body as it came, byte for byte.
    ///   - header: the value of the header `Stripe-Signature`.
    ///   - secret: the endpoint's secret, `whsec_…`.
    ///   - tolerance: how old it may be, in seconds; nil for any age.
    ///   - now: the time now, seconds since 1970; the machine's when nil.
    /// - Throws: `WebhookSignatureError`.
    public static func verifySignature(
        payload: some Collection<UInt8>, header: String, secret: SecretBytes,
        tolerance: Int64? = WebhookSignature.defaultTolerance, now: Int64? = nil
    ) throws(WebhookSignatureError) {
        try WebhookSignature.verify(
            payload: payload, header: header, secret: secret, tolerance: tolerance, now: now ?? Int64(time(nil)))
    }

    /// Reads the event of a delivery, once its signature is verified.
    ///
    /// - Throws: `WebhookError`.
    public static func event(
        payload: some Collection<UInt8>, header: String, secret: SecretBytes,
        tolerance: Int64? = WebhookSignature.defaultTolerance, now: Int64? = nil
    ) throws(WebhookError) -> APIEvent {
        do throws(WebhookSignatureError) {
            try verifySignature(payload: payload, header: header, secret: secret, tolerance: tolerance, now: now)
        } catch {
            throw .notTrusted(error)
        }
        guard payload.count <= longestPayload else { throw .notUnderstood("it is too large") }
        do {
            return try JSONDecoder().decode(APIEvent.self, from: Data(payload))
        } catch {
            throw .notUnderstood((error as? DecodingError)?.sentence ?? "it cannot be read")
        }
    }
}

/// Why a delivery gave no event.
public enum WebhookError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It was not signed as it should be.
    case notTrusted(WebhookSignatureError)
    /// It is signed, and no event; the text says why.
    case notUnderstood(String)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .notTrusted(let error): error.description
        case .notUnderstood(let reason): "the delivery holds no event: \(reason)"
        }
    }
}

extension APIEvent {
    /// The object as a value of its kind.
    ///
    /// - Throws: `DecodingError` when it is something else.
    public func object<Object: Decodable>(as type: Object.Type) throws -> Object {
        try JSONDecoder().decode(type, from: JSONEncoder().encode(object))
    }
}
