import Tender
import TenderHTTP

/// Opens the payments API that the options name.
enum GatewayAccess {
    /// The options that every command with a gateway has.
    static let options: [Option] = [.gateway, .apiKeyFile, .caBundle]

    /// The options of a command that does nothing but speak with the gateway.
    static let commandOptions = options + [.json]

    /// A key of this call, under which a request is executed once: whoever calls again wants another one.
    static func makeKey(_ verb: String) -> IdempotencyKey { IdempotencyKey(base: makeBase(), attempt: 1, verb: verb) }

    /// The base of keys that nobody used.
    static func makeBase() -> String {
        "tender_" + (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    }

    /// A client of the gateway that `--gateway` names.
    static func client(_ options: Options) throws -> PaymentsClient {
        let url = try url(options)
        return try client(url: url, key: key(options, for: url), caBundle: options.value(Option.caBundle.name))
    }

    /// Where the gateway is that `--gateway` names.
    static func connection(_ options: Options) throws -> GatewayConnection {
        GatewayConnection(baseURL: try url(options), extraCABundle: options.value(Option.caBundle.name))
    }

    /// The address that `--gateway` names.
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
        // Before a journal is opened or made, which has the address in its name.
        do {
            try HTTPRequest(.get, url: url).validate()
        } catch {
            throw CommandLineError("the gateway \(url.shownAddress) cannot be used: \(error)")
        }
        return url
    }

    /// Where people are led who were told no other page: one of the simulated gateway, else the gateway's address.
    static func page(_ path: String, _ options: Options) throws -> String {
        let url = try url(options)
        return GatewayKey.simulatedPage(path, at: url) ?? url
    }

    /// A client of the gateway at `url`.
    static func client(url: String, key: SecretBytes, caBundle: String? = nil) throws -> PaymentsClient {
        do {
            return try PaymentsClient(apiKey: key, connection: .init(baseURL: url, extraCABundle: caBundle))
        } catch {
            throw CommandLineError("the gateway \(url.shownAddress) cannot be used: \(error)")
        }
    }

    /// The API key: from a private file, from the environment, or the simulated gateway's own on this machine.
    static func key(_ options: Options, for url: String) throws -> SecretBytes {
        try GatewayKey(for: url, file: options.value(Option.apiKeyFile.name)).secret
    }
}
