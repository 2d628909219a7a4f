import ChainServer
import CommandLineOptions
import Tender
import TenderCrypto
import TenderFiles

/// The command that makes the key with which head office signs bundles.
enum ChainKeyNewCommand: Command {
    static let name = "chain key new"
    static let summary = "make the key that signs bundles, and print its public half"
    private static let file = RequiredOption<String>(
        "output", "FILE", "where the key goes; there must be none", as: .file, example: "/etc/tender/bundle-key")
    static let options: [any DeclaredOption] = [file, Output.json]
    static let notes = """
        Whoever has the file decides what every till sells and who works there: it belongs on head office's machine alone, and in a safe.
        The public half is no secret: tender chain enroll --bundle-key takes it.
        """

    /// What the file begins with.
    private static let prefix = "tender-bundle-key-1 "

    private struct Report: Encodable {
        var publicKey: String
        var file: String
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let path = try arguments[file]
        var generator = SystemRandomNumberGenerator()
        let seed = SecretBytes(count: Ed25519PrivateKey.byteCount) { bytes in
            for place in bytes.indices { bytes[place] = generator.next() }
        }
        let key = try Ed25519PrivateKey(seed: seed)
        guard SmallFile(path, limit: 1) == nil else {
            throw CommandLineError("there is a file \(path) already: a key that is replaced signs for no till any more")
        }
        let line = prefix + seed.withUnsafeBytes { Hex.encode($0) } + "\n"
        do throws(FileFailure) {
            try DurableFile.write(SecretBytes(utf8: line), to: path)
        } catch {
            throw CommandLineError("the key \(path) cannot be written: \(error.words)")
        }
        let digits = Hex.encode(key.publicKey.bytes)
        output.line(digits)
        output.object(Report(publicKey: digits, file: path))
        return .done
    }

    /// Reads a key that the command wrote.
    static func read(_ path: String) throws -> Ed25519PrivateKey {
        let bytes: SecretBytes
        do throws(PrivateFileError) {
            bytes = try PrivateFile.read(path, limit: 256, isOwn: true)
        } catch {
            throw CommandLineError("the key \(path) cannot be read, or others may read it: chmod 600")
        }
        let digits = bytes.withUnsafeBytes { bytes -> [UInt8]? in
            guard bytes.starts(with: prefix.utf8) else { return nil }
            return Hex.decode(String(decoding: bytes.dropFirst(prefix.utf8.count).prefix(64), as: UTF8.self))
        }
        guard let digits, digits.count == Ed25519PrivateKey.byteCount else {
            throw CommandLineError("the file \(path) is no key of tender chain key new")
        }
        return try Ed25519PrivateKey(seed: SecretBytes(digits))
    }
}
