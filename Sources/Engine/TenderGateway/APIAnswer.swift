import FoundationEssentials
import TenderBytes
import TenderFlow
import TenderHTTP
import TenderModel

/// A response to be decoded into an object or an error.
struct APIAnswer: Sendable {
    private let status: Int
    private let body: [UInt8]
    private let contentType: String
    private let name: String
    private let requestID: String?
    /// Whether the gateway replayed a response that it had stored under the key.
    let isReplay: Bool
    /// Whether the response named the key of the request.
    private let isUnderKey: Bool
    private let isReading: Bool
    private let redactor: Redactor

    init(_ response: HTTPResponse, from name: String, _ redactor: Redactor, isUnderKey: Bool, isReading: Bool) {
        self.isUnderKey = isUnderKey
        self.isReading = isReading
        status = response.status
        body = response.body
        contentType = response.header("Content-Type").map(redactor.redact) ?? "no content type"
        self.name = name
        requestID = response.header("Request-Id").map(redactor.redact)
        isReplay = response.header("Idempotent-Replayed")?.lowercased() == "true"
        self.redactor = redactor
    }

    /// Decodes the object of the response.
    ///
    /// - Parameters:
    ///   - kind: The required value of `object`; `nil` if the response need not have one.
    ///   - intent: The intent that an error may refer to.
    ///   - setup: The SetupIntent that an error may refer to.
    /// - Throws: The gateway's error as a `GatewayError`, or one of unknown fate if the response is something else.
    func decode<Object: Decodable>(
        _ type: Object.Type, kind: String?, intent: String? = nil, setup: String? = nil
    ) throws(GatewayError) -> Object {
        guard (200..<300).contains(status) else { throw error(about: intent, setup) }
        do {
            let decoder = JSONDecoder()
            if let kind {
                let found = try decoder.decode(Kind.self, from: Data(body)).object
                guard found == kind else { return try fail("the answer is a '\(found)', not a \(kind)") }
            }
            return try decoder.decode(type, from: Data(body))
        } catch let error as GatewayError {
            throw error
        } catch {
            throw notUnderstood(error)
        }
    }

    /// Returns the error for a well-formed response that is not about what was requested.
    func mismatch(_ message: String) -> GatewayError {
        failure(.answerMismatch, fate: .unknown, message)
    }

    /// Returns the error for a response that lacks something required.
    func incomplete(_ message: String) -> GatewayError {
        failure(.responseNotUnderstood, fate: .unknown, message)
    }

    /// What the issuer tells a card that waits, in our own extension of the API; `nil` if there is nothing that can be read.
    ///
    /// A card takes no more than 1024 bytes.
    var issuerData: SecretBytes? {
        guard let digits = (try? JSONDecoder().decode(IssuerData.self, from: Data(body)))?.digits,
            (1...2048).contains(digits.utf8.count)
        else { return nil }
        return Hex.decode(digits).map { SecretBytes($0) }
    }

    private struct IssuerData: Decodable {
        let digits: String

        enum CodingKeys: String, CodingKey { case digits = "issuer_data" }
    }

    private struct Kind: Decodable { let object: String }

    private func fail<Object>(_ message: String) throws(GatewayError) -> Object { throw incomplete(message) }

    /// Returns what an unsuccessful response says.
    private func error(about intent: String?, _ setup: String?) -> GatewayError {
        guard status >= 400 else { return incomplete("\(name) answered with status \(status), which is not an answer") }
        let envelope: ErrorEnvelope
        do {
            envelope = try JSONDecoder().decode(ErrorEnvelope.self, from: Data(body))
        } catch { return notUnderstood(error) }
        if let intent, let other = envelope.error.intent?.id, other != intent {
            return mismatch("the error is about '\(other)', not about '\(intent)'")
        }
        if let setup, let other = envelope.error.setup?.id, other != setup {
            return mismatch("the error is about '\(other)', not about '\(setup)'")
        }
        let apiError = redactor.redact(envelope.error.object)
        var failure = failure(
            .init(status: status, apiError), fate: .answered(status: status),
            apiError.message ?? apiError.code ?? "\(name) answered with status \(status)"
        )
        failure.apiError = apiError
        failure.intent = envelope.error.intent
        failure.setupIntent = envelope.error.setup
        return failure
    }

    private func notUnderstood(_ error: any Error) -> GatewayError {
        let reason = (error as? DecodingError)?.sentence ?? "it cannot be read"
        return incomplete("the answer from \(name) (status \(status), \(contentType)) cannot be understood: \(reason)")
    }

    private func failure(_ code: TenderError.Code, fate: GatewayError.Fate, _ message: String) -> GatewayError {
        GatewayError(
            code, fate: fate, message: redactor.redact(message), requestID: requestID, isReplay: isReplay,
            isUnderKey: isUnderKey, isReading: isReading)
    }
}

/// The body of an error response: the error object, and the intent in it.
private struct ErrorEnvelope: Decodable {
    struct Content: Decodable {
        let object: APIError
        let intent: PaymentIntent?
        let setup: SetupIntent?

        enum CodingKeys: String, CodingKey {
            case intent = "payment_intent"
            case setup = "setup_intent"
        }

        init(from decoder: any Decoder) throws {
            object = try APIError(from: decoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            intent = try container.decodeIfPresent(PaymentIntent.self, forKey: .intent)
            setup = try container.decodeIfPresent(SetupIntent.self, forKey: .setup)
        }
    }

    let error: Content
}

extension DecodingError {
    /// What is wrong, with the path to it.
    var sentence: String {
        switch self {
        case .keyNotFound(let key, let context): "\(Self.path(context.codingPath + [key])) is missing"
        case .valueNotFound(_, let context): "\(Self.path(context.codingPath)) is null"
        case .typeMismatch(_, let context): "\(Self.path(context.codingPath)): \(context.debugDescription)"
        case .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "it is not JSON" : "\(Self.path(context.codingPath)): \(context.debugDescription)"
        @unknown default: "it cannot be read"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.isEmpty ? "the whole" : "'\(keys.map(\.stringValue).joined(separator: "."))'"
    }
}
