import CommandLineOptions
import Tender
import TenderHTTP

/// Access to the payments API that the options name.
enum GatewayAccess {
    static let gateway = Option("gateway", "URL", "the payments API", as: .address)
    static let apiKeyFile = Option(
        "api-key-file", "FILE", "file of mode 0600 with the API key (or TENDER_API_KEY)", as: .file)
    static let caBundle = Option(
        "ca-bundle", "FILE", "PEM file of further certificate authorities for https", as: .file)
    static let fault = Option(
        repeated: "fault", "SPEC", "make the simulated gateway fail; see below", as: .text)

    static let idempotencyKey = Option(
        "idempotency-key", "KEY", "create it once, however often the command is given with this key",
        as: .idempotencyKey)

    /// The options that every command with a gateway has.
    static let options: [any DeclaredOption] = [gateway, apiKeyFile, caBundle]

    /// The options of a command that does nothing without a gateway.
    static let requiredOptions: [any DeclaredOption] =
        [gateway.required(such: "http://127.0.0.1:12111"), apiKeyFile, caBundle]

    /// The options of a command that only talks to the gateway.
    static let commandOptions: [any DeclaredOption] =
        requiredOptions + [Output.json]

    /// Returns a key for this call, under which a request is executed once: calling again means another request.
    static func makeKey(_ verb: String) -> IdempotencyKey { IdempotencyKey(base: makeBase(), attempt: 1, verb: verb) }

    /// Returns the key of `--idempotency-key`; without one, a key for this call.
    static func key(_ arguments: Arguments, _ verb: String) -> IdempotencyKey {
        arguments[idempotencyKey].map { IdempotencyKey($0) } ?? makeKey(verb)
    }

    /// Returns the base of unused keys.
    static func makeBase() -> String {
        "tender_" + (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    }

    /// Returns a client of the gateway that `--gateway` names.
    static func client(_ arguments: Arguments) throws -> PaymentsClient {
        let url = try url(arguments)
        return try client(url: url, key: key(arguments, for: url), caBundle: arguments[GatewayAccess.caBundle])
    }

    /// Returns a connection to the gateway that `--gateway` names.
    static func connection(_ arguments: Arguments) throws -> GatewayConnection {
        GatewayConnection(baseURL: try url(arguments), extraCABundle: arguments[GatewayAccess.caBundle])
    }

    /// Returns the address that `--gateway` names.
    static func url(_ arguments: Arguments) throws -> String {
        guard let url = arguments[GatewayAccess.gateway] else {
            throw CommandLineError(
                "--gateway URL is required: the address of the payments API, such as that of tender gateway serve"
            )
        }
        guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
            throw CommandLineError(
                "--gateway takes an address such as http://127.0.0.1:12111, not '\(url.shownAddress)'")
        }
        // Before a journal is opened or created, whose name contains the address.
        do {
            try HTTPRequest(.get, url: url).validate()
        } catch {
            throw CommandLineError("the gateway \(url.shownAddress) cannot be used: \(error)")
        }
        return url
    }

    /// Returns the page for people who were given no other: one of the simulated gateway, else the gateway's address.
    static func page(_ path: String, _ arguments: Arguments) throws -> String {
        let url = try url(arguments)
        return GatewayKey.simulatedPage(path, at: url) ?? url
    }

    /// Returns a client of the gateway at `url`.
    static func client(url: String, key: SecretBytes, caBundle: String? = nil) throws -> PaymentsClient {
        do {
            return try PaymentsClient(apiKey: key, connection: .init(baseURL: url, extraCABundle: caBundle))
        } catch {
            throw CommandLineError("the gateway \(url.shownAddress) cannot be used: \(error)")
        }
    }

    /// Returns the API key: from a private file, from the environment, or the simulated gateway's own on this machine.
    static func key(_ arguments: Arguments, for url: String) throws -> SecretBytes {
        try GatewayKey(for: url, file: arguments[GatewayAccess.apiKeyFile]).secret
    }
}

extension OptionText where Value == String {
    /// An idempotency key.
    fileprivate static var idempotencyKey: OptionText {
        OptionText("1 to 255 printable ASCII characters without spaces") { text in
            (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : nil
        }
    }
}
