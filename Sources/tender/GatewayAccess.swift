import FoundationEssentials
import Glibc
import Tender

/// Opens the payments API that the options name.
enum GatewayAccess {
    /// The options that every command with a gateway has.
    static let options: [Option] = [.gateway, .apiKeyFile, .caBundle]

    /// The key that any simulated gateway takes.
    static let loopbackKey = "sk_test_tender"

    /// A client of the gateway that `--gateway` names.
    static func client(_ options: Options) throws -> PaymentsClient {
        let url = try url(options)
        return try client(url: url, key: key(options, for: url), caBundle: options.value(Option.caBundle.name))
    }

    /// The address that `--gateway` names.
    static func url(_ options: Options) throws -> String {
        guard let url = options.value(Option.gateway.name) else {
            throw CommandLineError(
                "--gateway URL is needed: the address of the payments API, such as that of tender gateway serve"
            )
        }
        return url
    }

    /// A client of the gateway at `url`.
    static func client(url: String, key: SecretBytes, caBundle: String? = nil) throws -> PaymentsClient {
        do {
            return try PaymentsClient(apiKey: key, connection: .init(baseURL: url, extraCABundle: caBundle))
        } catch {
            throw CommandLineError("the gateway \(url) cannot be used: \(error)")
        }
    }

    /// The API key: from the environment, from a private file, or the simulated gateway's own on this machine.
    static func key(_ options: Options, for url: String) throws -> SecretBytes {
        if let path = options.value(Option.apiKeyFile.name) { return try readKey(path) }
        if let key = getenv("TENDER_API_KEY").map({ String(cString: $0) }), !key.isEmpty {
            return SecretBytes(utf8: key)
        }
        if ["http://127.", "http://localhost", "http://[::1]"].contains(where: url.hasPrefix) {
            return SecretBytes(utf8: loopbackKey)
        }
        throw CommandLineError(
            "an API key is needed for \(url): set TENDER_API_KEY, or give --api-key-file FILE (mode 0600)")
    }

    private static func readKey(_ path: String) throws -> SecretBytes {
        var status = stat()
        guard stat(path, &status) == 0 else { throw CommandLineError("the API key file \(path) cannot be read") }
        guard status.st_mode & 0o077 == 0 else {
            throw CommandLineError("the API key file \(path) is readable by others: chmod 600 \(path)")
        }
        guard let text = try? String(contentsOf: URL(filePath: path), encoding: .utf8) else {
            throw CommandLineError("the API key file \(path) is no text")
        }
        let key = text.split(whereSeparator: \.isWhitespace).first ?? ""
        guard !key.isEmpty else { throw CommandLineError("the API key file \(path) is empty") }
        return SecretBytes(utf8: String(key))
    }
}
