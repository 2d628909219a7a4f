import TenderBytes
public import TenderChain
import TenderCrypto
import TenderFiles
public import TenderPostgres

/// The file that says where head office's server is, and as whom to connect: lines of `name = value`, mode 0600.
///
/// Names are `host`, `port`, `database`, `user`, `password`, and for TLS `authority`, `certificate` and `key`; a line that
/// begins with `#` is a comment. A lane's file may have `shop` and `bundle-key` too: whose bundles it takes. Without
/// `authority` only a socket or a loopback address is allowed.
public enum ServerFile {
    private static let maximumBytes = 1 << 16
    private static let names: Set = [
        "host", "port", "database", "user", "password", "authority", "certificate", "key", "shop", "bundle-key",
    ]

    /// Reads a file; blocks.
    ///
    /// - Throws: `ChainError` if it cannot be read, others may read it, or it does not say enough.
    public static func read(_ path: String) throws(ChainError) -> PostgresConfiguration { try readLane(path).server }

    /// Reads a lane's file; blocks.
    ///
    /// - Returns: Where the server is, and whose bundles are taken; `nil` for nobody's.
    /// - Throws: `ChainError` if it cannot be read, others may read it, or it does not say enough.
    public static func readLane(
        _ path: String
    ) throws(ChainError) -> (server: PostgresConfiguration, trust: BundleTrust?) {
        let bytes: SecretBytes
        do throws(PrivateFileError) {
            bytes = try PrivateFile.read(path, limit: maximumBytes, isOwn: true)
        } catch {
            throw ChainError("the file of the server \(path) \(words(error))")
        }
        do throws(ChainError) {
            let values = try values(bytes)
            return (try configuration(values), try trust(values))
        } catch {
            throw ChainError("the file of the server \(path): \(error)")
        }
    }

    /// Writes a file that only its owner may read; blocks.
    ///
    /// - Throws: `ChainError`; the file is then as it was before.
    public static func write(
        _ configuration: PostgresConfiguration, trust: BundleTrust? = nil, to path: String
    ) throws(ChainError) {
        var lines = [
            "host = \(configuration.host)", "port = \(configuration.port)", "database = \(configuration.database)",
            "user = \(configuration.user)",
        ]
        if case .tls(let authority, let client) = configuration.security {
            lines.append("authority = \(authority)")
            if let client { lines += ["certificate = \(client.certificate)", "key = \(client.key)"] }
        }
        if let trust { lines += ["shop = \(trust.shop)", "bundle-key = \(Hex.encode(trust.key.bytes))"] }
        let text = Array((lines.joined(separator: "\n") + "\n").utf8)
        let name = Array("password = ".utf8)
        let password = configuration.password ?? SecretBytes([])
        let count = password.count == 0 ? 0 : name.count + password.count + 1
        let bytes = SecretBytes(count: text.count + count) { output in
            output.copyBytes(from: text)
            guard count > 0 else { return }
            let rest = UnsafeMutableRawBufferPointer(rebasing: output[text.count...])
            rest.copyBytes(from: name)
            password.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: rest[name.count...]).copyBytes(from: $0)
            }
            rest[count - 1] = UInt8(ascii: "\n")
        }
        do throws(FileFailure) {
            try DurableFile.write(bytes, to: path)
        } catch {
            throw ChainError("the file of the server \(path) cannot be written: \(error.words)")
        }
    }

    private static func values(_ bytes: SecretBytes) throws(ChainError) -> [String: SecretBytes] {
        var values: [String: SecretBytes] = [:]
        for (number, line) in lines(bytes).enumerated() {
            guard line.count > 0, line.withUnsafeBytes({ $0.first }) != UInt8(ascii: "#") else { continue }
            guard let equals = line.withUnsafeBytes({ $0.firstIndex(of: UInt8(ascii: "=")) }),
                case let name = text(trimmed(line, 0..<equals)), names.contains(name), values[name] == nil
            else {
                throw ChainError("line \(number + 1) is not one of \(names.sorted().joined(separator: ", ")) = value")
            }
            values[name] = trimmed(line, equals + 1..<line.count)
        }
        return values
    }

    private static func configuration(
        _ values: [String: SecretBytes]
    ) throws(ChainError) -> PostgresConfiguration {
        func text(_ name: String) -> String? { values[name].map(Self.text) }
        guard let host = text("host") else { throw ChainError("there is no host") }
        guard let database = text("database") else { throw ChainError("there is no database") }
        guard let user = text("user") else { throw ChainError("there is no user") }
        guard let port = text("port").map(UInt16.init) ?? 5432 else { throw ChainError("the port is no number") }
        var security = PostgresConfiguration.Security.none
        if let authority = text("authority") {
            var client: PostgresConfiguration.ClientCertificate?
            if let certificate = text("certificate"), let key = text("key") {
                client = .init(certificate: certificate, key: key)
            }
            security = .tls(authority: authority, client: client)
        }
        return PostgresConfiguration(
            host: host, port: port, database: database, user: user, password: values["password"], security: security)
    }

    private static func trust(_ values: [String: SecretBytes]) throws(ChainError) -> BundleTrust? {
        guard let digits = values["bundle-key"].map(text) else { return nil }
        guard let key = Hex.decode(digits).flatMap({ Ed25519PublicKey($0) }) else {
            throw ChainError("the bundle-key is not 64 hexadecimal digits")
        }
        guard let shop = values["shop"].map(text), !shop.isEmpty else { throw ChainError("there is no shop") }
        return BundleTrust(shop: shop, key: key)
    }

    private static func lines(_ bytes: SecretBytes) -> [SecretBytes] {
        var ends = bytes.withUnsafeBytes { buffer in
            buffer.indices.filter { buffer[$0] == UInt8(ascii: "\n") }
        }
        ends.append(bytes.count)
        var start = 0
        return ends.map { end in
            defer { start = end + 1 }
            return trimmed(bytes, start..<end)
        }
    }

    /// A part of the bytes, a copy, without the spaces at its ends.
    private static func trimmed(_ bytes: SecretBytes, _ range: Range<Int>) -> SecretBytes {
        let range = bytes.withUnsafeBytes { buffer in
            var range = range
            while let first = range.first, buffer[first] <= UInt8(ascii: " ") { range.removeFirst() }
            while let last = range.last, buffer[last] <= UInt8(ascii: " ") { range.removeLast() }
            return range
        }
        return bytes.copy(range)
    }

    private static func text(_ bytes: SecretBytes) -> String {
        bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    private static func words(_ error: PrivateFileError) -> String {
        switch error {
        case .unreadable(let failure): "cannot be read: \(failure.words)"
        case .exposed: "may be read or changed by others: chmod 600"
        case .ofAnotherUser: "belongs to another user"
        case .tooLarge: "is larger than such a file can be"
        }
    }
}
