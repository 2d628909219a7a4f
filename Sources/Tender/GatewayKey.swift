import Glibc
public import TenderBytes
import TenderCrypto
import TenderGateway
public import TenderRecords

/// The API key of a gateway, or a till's token at the merchant's server, from wherever the program gets it.
public struct GatewayKey: Sendable {
    /// The key that every simulated gateway accepts.
    public static let loopback = SecretBytes(utf8: "sk_test_tender")

    /// The gateway's address.
    public let url: String
    /// The key.
    public let secret: SecretBytes

    /// Creates a key from a known secret.
    public init(_ secret: SecretBytes, for url: String) {
        self.url = url
        self.secret = secret
    }

    /// Looks up the key: in a private file, in `TENDER_API_KEY`, or the simulated gateway's own on this machine;
    /// blocks.
    ///
    /// - Parameters:
    ///   - url: The gateway's address.
    ///   - file: A file that contains only the key; `nil` if none was named.
    /// - Throws: `GatewayKeyError`.
    public init(for url: String, file: String?) throws(GatewayKeyError) {
        guard !url.holdsCredentials else {
            throw GatewayKeyError(
                """
                the gateway's address \(url.shownAddress) holds a user name or a password: leave them out, the API key says \
                whose it is
                """)
        }
        self.url = url
        if let file {
            secret = try Self.read(file)
        } else if let key = getenv("TENDER_API_KEY").map({ String(cString: $0) }), !key.isEmpty {
            secret = SecretBytes(utf8: key)
        } else if Self.isOnThisMachine(url) {
            secret = Self.loopback
        } else {
            throw GatewayKeyError(
                "an API key is needed for \(url.shownAddress): set TENDER_API_KEY, or give --api-key-file FILE (mode 0600)"
            )
        }
    }

    /// Returns whether an address is on this machine, where every gateway is a simulated one.
    private static func isOnThisMachine(_ url: String) -> Bool {
        ["http://127.", "http://localhost", "http://[::1]"].contains(where: url.hasPrefix)
    }

    /// Returns the address of a page of the simulated gateway; `nil` for a remote gateway, which has no such pages.
    ///
    /// - Parameters:
    ///   - path: The page, such as `/setup/left`.
    ///   - url: The gateway's address.
    public static func simulatedPage(_ path: String, at url: String) -> String? {
        guard isOnThisMachine(url) else { return nil }
        return String(url.reversed().drop { $0 == "/" }.reversed()) + path
    }

    /// The gateway's address and the account, as identified by the key without revealing it.
    public var binding: JournalBinding {
        let account = secret.withUnsafeBytes { bytes in
            let isLive = bytes.starts(with: "sk_live_".utf8) || bytes.starts(with: "rk_live_".utf8)
            let isToken = bytes.starts(with: PaymentsClient.tillTokenPrefix.utf8)
            let kind = isToken ? "till's token" : isLive ? "live key" : "test key"
            return "\(kind) #\(Hex.encode(SHA256.hash(bytes).prefix(4)))"
        }
        return JournalBinding(gateway: Self.spelled(url), account: account)
    }

    /// Normalizes an address: no trailing slashes, and lowercase before its path.
    private static func spelled(_ url: String) -> String {
        var url = Substring(url)
        while url.last == "/" { url = url.dropLast() }
        let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return (parts.prefix(3).map { $0.lowercased() } + parts.dropFirst(3).map(String.init)).joined(separator: "/")
    }

    private static func read(_ path: String) throws(GatewayKeyError) -> SecretBytes {
        // A key in place of its file must not be repeated.
        guard !["sk_", "rk_", "pk_", "ek_", PaymentsClient.tillTokenPrefix].contains(where: path.hasPrefix) else {
            throw GatewayKeyError("--api-key-file takes the name of a file that holds the key, not the key itself")
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw GatewayKeyError("the API key file \(path) cannot be read") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & 0o077 == 0 else {
            throw GatewayKeyError("the API key file \(path) is readable by others: chmod 600 \(path)")
        }
        // Foundation leaks its buffer when it reads an empty file as text.
        let bytes = [UInt8](unsafeUninitializedCapacity: maximumFileBytes) { buffer, count in
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw GatewayKeyError("the API key file \(path) is not a text")
        }
        let key = text.split(whereSeparator: \.isWhitespace).first ?? ""
        guard !key.isEmpty else { throw GatewayKeyError("the API key file \(path) is empty") }
        return SecretBytes(utf8: String(key))
    }

    /// The maximum size of a key file; no key is that long.
    private static let maximumFileBytes = 4096
}

/// The reason that there is no API key, as a sentence.
public struct GatewayKeyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    init(_ description: String) { self.description = description }
}
