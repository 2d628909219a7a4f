import COpenSSL
public import TenderBytes

/// The password-based key derivation function scrypt (RFC 7914), which makes guessing slow and costly in memory.
public enum Scrypt {
    /// The cost of a derivation.
    public struct Cost: Hashable, Sendable {
        /// The base-2 logarithm of the number of rounds, N.
        public let logarithm: Int
        /// The block size, r.
        public let blockSize: Int
        /// The number of parallel derivations, p.
        public let parallelism: Int

        /// Returns `nil` if a derivation would take more than 128 MiB, or if the number of rounds is invalid.
        ///
        /// The bounds also stop a hash from a tampered file from exhausting the memory.
        public init?(logarithm: Int, blockSize: Int, parallelism: Int) {
            guard (4...17).contains(logarithm), (1...16).contains(blockSize), (1...16).contains(parallelism),
                128 * blockSize << logarithm <= Self.maximumByteCount
            else { return nil }
            self.init(logarithm, blockSize, parallelism)
        }

        private init(_ logarithm: Int, _ blockSize: Int, _ parallelism: Int) {
            self.logarithm = logarithm
            self.blockSize = blockSize
            self.parallelism = parallelism
        }

        /// The cost for a secret that is typed while somebody waits: 32 MiB and about a tenth of a second.
        public static let interactive = Cost(15, 8, 1)

        private static let maximumByteCount = 1 << 27

        fileprivate var rounds: UInt64 { 1 << UInt64(logarithm) }

        /// The memory that OpenSSL takes for one derivation, with a margin for its own needs.
        fileprivate var byteCount: UInt64 {
            UInt64(128 * blockSize << logarithm + 128 * blockSize * parallelism) + 1 << 20
        }
    }

    /// Derives `count` bytes; this takes as long as the cost demands, so never call it on a thread that others wait
    /// for.
    ///
    /// - Throws: `CryptoError.library`.
    public static func derive(
        _ password: SecretBytes, salt: [UInt8], cost: Cost, count: Int
    ) throws(CryptoError) -> SecretBytes {
        try SecretBytes(count: max(0, count)) { (key) throws(CryptoError) in
            let result = password.withUnsafeBytes { password in
                EVP_PBE_scrypt(
                    password.assumingMemoryBound(to: CChar.self).baseAddress, password.count, salt, salt.count,
                    cost.rounds, UInt64(cost.blockSize), UInt64(cost.parallelism), cost.byteCount,
                    key.assumingMemoryBound(to: UInt8.self).baseAddress, key.count)
            }
            guard result == 1 else { throw .library(function: "EVP_PBE_scrypt") }
        }
    }
}
