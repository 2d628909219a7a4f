import Tender
import TenderHTTP

/// Access to the payments API that the options name.
enum GatewayAccess {
    /// The options that every command with a gateway has.
    static let options: [Option] = [.gateway, .apiKeyFile, .caBundle]

    /// The options of a command that only talks to the gateway.
    static let commandOptions = options + [.json]

    /// Returns a key for this call, under which a request is executed once: calling again means another request.
    static func makeKey(_ verb: String) -> IdempotencyKey { IdempotencyKey(base: makeBase(), attempt: 1, verb: verb) }

    /// Returns the base of unused keys.
    static func makeBase() -> String {
        "tender_" + (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    }

    /// Returns a client of the gateway that `--gateway` names.
    static func client(_ options: Options) throws -> PaymentsClient {
        let url = try url(options)
        return try client(url: url, key: key(options, for: url), caBundle: options.value(Option.caBundle.name))
    }

    /// Returns a connection to the gateway that `--gateway` names.
    static func connection(_ options: Options) throws -> GatewayConnection {
        GatewayConnection(baseURL: try url(options), extraCABundle: options.value(Option.caBundle.name))
    }

    /// Returns the address that `--gateway` names.
    static func url(_ options: Options) throws -> String {
        guard let url = options.value(Option.gateway.name) else {
            throw CommandLineError(
                "--gateway URL is needed: the address of the payments API, such as that of tender gateway serve"
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
    static func page(_ path: String, _ options: Options) throws -> String {
        let url = try url(options)
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
    static func key(_ options: Options, for url: String) throws -> SecretBytes {
        try GatewayKey(for: url, file: options.value(Option.apiKeyFile.name)).secret
    }
}
