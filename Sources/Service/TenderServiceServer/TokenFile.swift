import FoundationEssentials
import Glibc
import TenderBytes
import TenderCrypto
import TenderFiles

/// The file of the front ends that the service knows: hashes of tokens, in a file that only its owner may read.
public struct TokenFile: Sendable {
    private static let maximumBytes = 1 << 20
    private static let lockAttempts = 50
    private static let lockPause = Duration.milliseconds(20)

    private struct Content: Codable {
        var tokens: [FrontEnd]
    }

    /// The path.
    public let path: String
    private var hasBeenRead = false
    private var stamp: FileStamp?

    /// Names a file; reads nothing yet.
    public init(path: String) { self.path = path }

    /// Returns the front ends; none if there is no such file.
    ///
    /// - Throws: `ServiceFailure` if it cannot be read, or if others may read it.
    public func read() throws(ServiceFailure) -> [FrontEnd] {
        let bytes: SecretBytes
        do throws(PrivateFileError) {
            bytes = try PrivateFile.read(path, limit: Self.maximumBytes, isOwn: true)
        } catch {
            switch error {
            case .unreadable(let failure) where failure.code == ENOENT: return []
            case .unreadable(let failure):
                throw ServiceFailure(
                    "the file of tokens \(path) cannot be read: \(failure.words)", failsClosed: failure.code == EACCES)
            case .exposed:
                throw ServiceFailure("others may read the file of tokens \(path): chmod 600 it", failsClosed: true)
            case .ofAnotherUser:
                throw ServiceFailure("the file of tokens \(path) belongs to another user", failsClosed: true)
            case .tooLarge: throw ServiceFailure("the file of tokens \(path) is too large")
            }
        }
        let data = bytes.withUnsafeBytes { Data($0) }
        guard let content = try? JSONDecoder().decode(Content.self, from: data) else {
            throw ServiceFailure("the file of tokens \(path) cannot be understood")
        }
        return content.tokens
    }

    /// Reads the front ends if the file is another one than the last time; `nil` if it is the same.
    ///
    /// - Throws: As `read()`.
    mutating func changed() throws(ServiceFailure) -> [FrontEnd]? {
        let current = FileStamp(path)
        guard !hasBeenRead || current != stamp else { return nil }
        let frontEnds = try read()
        (hasBeenRead, stamp) = (true, current)
        return frontEnds
    }

    /// Replaces the front ends, whole or not at all.
    ///
    /// - Throws: `ServiceFailure`; the file then stays as it was.
    public func write(_ frontEnds: [FrontEnd]) throws(ServiceFailure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        guard let data = try? encoder.encode(Content(tokens: frontEnds)) else {
            throw ServiceFailure("the tokens cannot be written")
        }
        do throws(FileFailure) {
            try DurableFile.write([UInt8](data), to: path)
        } catch {
            throw ServiceFailure("the file of tokens \(path) cannot be written: \(error.words)")
        }
    }

    /// Reads the front ends, changes them and writes them, while no other process does; waits for one that does.
    ///
    /// - Parameter change: Changes the front ends; if it throws, the file stays as it was.
    /// - Throws: `ServiceFailure`, what `change` throws, and `CancellationError`; the file then stays as it was.
    public func update(_ change: (inout [FrontEnd]) throws -> Void) async throws {
        let lock = try await lock()
        try withExtendedLifetime(lock) {
            var frontEnds = try read()
            try change(&frontEnds)
            try write(frontEnds)
        }
    }

    private func lock() async throws -> FileLock {
        var attempts = 0
        while true {
            attempts += 1
            do throws(FileLockError) {
                return try FileLock(path + ".lock")
            } catch {
                switch error {
                case .failed(let failure): throw ServiceFailure("the tokens cannot be locked: \(failure.words)")
                case .held(let holder):
                    guard attempts < Self.lockAttempts else {
                        throw ServiceFailure("\(FileLockError.holder(holder)) is changing the tokens: try again")
                    }
                }
            }
            // The system tells nobody that a lock is free.
            try await Task.sleep(for: Self.lockPause)
        }
    }

    /// Makes a token of 256 random bits.
    public static func makeToken() -> String { "tender_token_" + randomHex() }

    static func randomHex() -> String {
        var generator = SystemRandomNumberGenerator()
        return Hex.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }).lowercased()
    }

    /// Returns what the file holds of a token: its SHA-256, in lower-case hexadecimal digits.
    public static func hash(_ token: [UInt8]) -> String { Hex.encode(SHA256.hash(token)).lowercased() }
}

/// The reason that the service cannot run, as a sentence.
public struct ServiceFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String
    /// Whether the tokens may be others' by now, so that nobody is known.
    let failsClosed: Bool

    init(_ description: String, failsClosed: Bool = false) {
        self.description = description
        self.failsClosed = failsClosed
    }
}
