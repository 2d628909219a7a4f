import TenderCrypto
import kernel_peer

/// What plain C does with a message.
enum EMVPeer {
    static func walk(_ message: UnsafeRawBufferPointer) -> UInt64 {
        kernel_peer_walk(message.assumingMemoryBound(to: UInt8.self).baseAddress, message.count)
    }

    static func copy(_ message: UnsafeRawBufferPointer) throws {
        let last = kernel_peer_copy(message.assumingMemoryBound(to: UInt8.self).baseAddress, message.count)
        guard last == message.last else { throw BenchmarkError.brokenPromise }
    }
}

/// An RSA key in OpenSSL's own hands, with its context kept from one operation to the next.
final class OpenSSLKey {
    private let key: OpaquePointer
    private let input: [UInt8]
    private var output: [UInt8]

    init(_ key: RSAPublicKey) throws {
        guard let made = kernel_peer_rsa_new(key.modulus, key.modulus.count, UInt(key.exponent.rawValue)) else {
            throw BenchmarkError.brokenPromise
        }
        self.key = made
        // Below any modulus whose first byte is not zero.
        input = [0] + key.modulus.dropFirst()
        output = input
    }

    deinit { kernel_peer_rsa_free(key) }

    func run() throws {
        guard kernel_peer_rsa_run(key, input, &output) == 1 else { throw BenchmarkError.brokenPromise }
    }
}

/// A block cipher in OpenSSL's own hands: the setting of a key, and one block.
final class OpenSSLCipher {
    private let cipher: OpaquePointer
    private let key = [UInt8](repeating: 0x5A, count: 8) + [UInt8](repeating: 0xA5, count: 8)
    private var block = [UInt8](repeating: 1, count: 16)

    /// - Parameter kind: 0 for triple DES, 1 for AES-128.
    init(_ kind: Int) throws {
        guard let cipher = kernel_peer_cipher_new(Int32(kind)) else { throw BenchmarkError.brokenPromise }
        self.cipher = cipher
    }

    deinit { kernel_peer_cipher_free(cipher) }

    func run() throws {
        guard kernel_peer_cipher_run(cipher, key, &block) == 1 else { throw BenchmarkError.brokenPromise }
    }
}
