import CommandLineOptions
import FoundationEssentials
import Tender
import TenderHTTP

/// Calls of the payments API that need no types: forms go out, bytes come in.
///
/// Each is sent once.
struct GatewayCalls: Sendable {
    private let client: HTTPClient
    private let base: String
    private let authorization: SecretBytes
    /// The connected account of the calls; `nil` for one's own.
    private var account: String?

    init(_ arguments: Arguments) throws {
        let url = try GatewayAccess.url(arguments)
        try self.init(
            url: url, key: GatewayAccess.key(arguments, for: url), caBundle: arguments[GatewayAccess.caBundle])
    }

    init(url: String, key: SecretBytes, caBundle: String? = nil) throws {
        base = String(url.reversed().drop { $0 == "/" }.reversed())
        authorization = key.withUnsafeBytes { SecretBytes(Array("Bearer ".utf8) + $0) }
        do {
            client = try HTTPClient(configuration: .init(extraCABundle: caBundle))
            try HTTPRequest(.get, url: base).validate()
        } catch {
            throw CommandLineError("the gateway \(url.shownAddress) cannot be used: \(error)")
        }
    }

    /// Returns the same calls for a connected account.
    func acting(for account: String) -> GatewayCalls {
        var calls = self
        calls.account = account
        return calls
    }

    /// Reads an object; throws when the gateway refuses.
    func get(_ path: String, _ query: [(String, String)] = []) async throws -> [UInt8] {
        let response = try await ask(query.isEmpty ? path : path + "?" + Self.encoded(query))
        guard (200..<300).contains(response.status) else { throw GatewayRefusal(response) }
        return response.body
    }

    /// Reads an object; returns the answer, whatever it is.
    func ask(_ target: String) async throws -> HTTPResponse { try await send(HTTPRequest(.get, url: base + target)) }

    /// Creates or does something; returns the answer, whatever it is.
    func post(_ path: String, _ form: [(String, String)]) async throws -> HTTPResponse {
        try await send(
            HTTPRequest(
                .post, url: base + path, headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
                body: Array(Self.encoded(form).utf8)))
    }

    func delete(_ path: String) async throws -> HTTPResponse {
        try await send(HTTPRequest(.delete, url: base + path))
    }

    private func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = request
        request.authorization = authorization
        request.headers.append(HTTPHeader("Stripe-Version", PaymentsClient.apiVersion))
        if let account { request.headers.append(HTTPHeader("Stripe-Account", account)) }
        do {
            return try await client.send(request)
        } catch {
            guard error.code != .canceled else { throw CancellationError() }
            throw GatewayRefusal("the gateway gave no answer: \(error)", isReached: error.code != .connectionFailed)
        }
    }

    /// Encodes a text as one segment of a path.
    func segment(_ text: String) -> String { Self.encoded(text) }

    private static func encoded(_ pairs: [(String, String)]) -> String {
        pairs.map { encoded($0.0) + "=" + encoded($0.1) }.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~[]".utf8
        return text.utf8.map { byte in
            plain.contains(byte) ? String(Unicode.Scalar(byte)) : "%" + Hex.encode([byte]).uppercased()
        }.joined()
    }
}

/// A refusal of the gateway, or its silence.
struct GatewayRefusal: Error, CustomStringConvertible {
    let description: String
    /// Whether the gateway was reached.
    let isReached: Bool
    /// The HTTP status; `nil` if no answer was the cause.
    let status: Int?

    /// Whether the object does not exist, or not for this key: asking again is useless.
    var isFinal: Bool { status.map { (400..<500).contains($0) && $0 != 409 && $0 != 429 } ?? false }

    init(_ description: String, isReached: Bool = true, status: Int? = nil) {
        self.description = description
        self.isReached = isReached
        self.status = status
    }

    init(_ response: HTTPResponse) {
        let message = CallAnswer(response).error?.message
        self.init(
            "the gateway answered \(response.status)" + (message.map { ": \($0)" } ?? ""), status: response.status)
    }
}

/// The parts of an answer that are reported or used in a later call.
struct CallAnswer: Decodable {
    struct Failure: Decodable {
        var message: String?
    }

    var id: String?
    var status: String?
    var latestCharge: String?
    var error: Failure?
    private var data: [Element]?

    private struct Element: Decodable {
        var id: String?
    }

    private enum CodingKeys: String, CodingKey {
        case id, status, error, data
        case latestCharge = "latest_charge"
    }

    /// The id of the answer; for a list, that of its first element.
    var found: String? { id ?? data?.first?.id }

    /// Decodes the answer; an unreadable one is empty.
    init(_ response: HTTPResponse) {
        if let answer = try? JSONDecoder().decode(CallAnswer.self, from: Data(response.body)) { self = answer }
    }
}
