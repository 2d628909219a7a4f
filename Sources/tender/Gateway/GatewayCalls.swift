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

    init(_ options: Options) throws {
        let url = try GatewayAccess.url(options)
        try self.init(
            url: url, key: GatewayAccess.key(options, for: url), caBundle: options.value(Option.caBundle.name))
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

    /// Reads; throws when the gateway refuses.
    func get(_ path: String, _ query: [(String, String)] = []) async throws -> [UInt8] {
        let target = query.isEmpty ? path : path + "?" + Self.encoded(query)
        let response = try await send(HTTPRequest(.get, url: base + target))
        guard (200..<300).contains(response.status) else { throw GatewayRefusal(response) }
        return response.body
    }

    /// Makes or does something; gives the answer, whatever it is.
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
        do {
            return try await client.send(request)
        } catch {
            guard error.code != .canceled else { throw CancellationError() }
            throw GatewayRefusal("the gateway gave no answer: \(error)", isReached: error.code != .connectionFailed)
        }
    }

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

/// The gateway answered with an error, or not at all.
struct GatewayRefusal: Error, CustomStringConvertible {
    let description: String
    /// Whether there was somebody who could refuse.
    let isReached: Bool

    init(_ description: String, isReached: Bool = true) {
        self.description = description
        self.isReached = isReached
    }

    init(_ response: HTTPResponse) {
        let message = CallAnswer(response).error?.message
        self.init("the gateway answered \(response.status)" + (message.map { ": \($0)" } ?? ""))
    }
}

/// What of an answer is told or used in a later call.
struct CallAnswer: Decodable {
    struct Failure: Decodable {
        var message: String?
    }

    var id: String?
    var status: String?
    var latestCharge: String?
    var error: Failure?

    private enum CodingKeys: String, CodingKey {
        case id, status, error
        case latestCharge = "latest_charge"
    }

    /// Reads the answer; one that cannot be read has nothing.
    init(_ response: HTTPResponse) {
        if let answer = try? JSONDecoder().decode(CallAnswer.self, from: Data(response.body)) { self = answer }
    }
}
