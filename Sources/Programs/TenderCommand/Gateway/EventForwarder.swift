import CommandLineOptions
import Glibc
import Tender
import TenderCrypto
import TenderHTTP

/// A forwarder that posts events to a server, signed as the gateway signs them but with a secret of this machine.
struct EventForwarder: Sendable {
    /// The server's answer.
    enum Answer {
        case status(Int)
        case failure(String)
    }

    private let client: HTTPClient
    private let url: String
    private let secret: SecretBytes

    /// - Parameter option: The option with the address.
    init(_ url: String, _ option: String, secret: String) throws {
        self.url = url
        self.secret = SecretBytes(utf8: secret)
        do {
            try HTTPRequest(.post, url: url, body: []).validate()
            client = try HTTPClient(
                configuration: .init(userAgent: "Stripe/1.0 (+https://stripe.com/docs/webhooks)"))
        } catch {
            throw CommandLineError("\(option) \(url.shownAddress) cannot be used: \(error)")
        }
    }

    /// Returns the secret for an API key: always the same, and useless for finding the key.
    static func secret(of key: SecretBytes) -> String {
        "whsec_" + Hex.encode(HMACSHA256.authenticate(Array("tender gateway listen".utf8), key: key))
    }

    /// Posts an event, once.
    func forward(_ event: [UInt8]) async throws -> Answer {
        let signature = WebhookSignature.sign(payload: event, timestamp: Int64(time(nil)), secrets: [secret])
        let headers = [
            HTTPHeader("Content-Type", "application/json; charset=utf-8"), HTTPHeader("Stripe-Signature", signature),
        ]
        do {
            return .status(try await client.send(HTTPRequest(.post, url: url, headers: headers, body: event)).status)
        } catch {
            guard error.code != .canceled else { throw CancellationError() }
            return .failure(error.description)
        }
    }
}
