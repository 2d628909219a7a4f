import COpenSSL
import TenderBytes

/// A block cipher of OpenSSL that is kept for many keys; it is freed, and its last key wiped, at the end of its scope.
struct CipherContext: ~Copyable {
    enum Direction: Int32 {
        case decrypt = 0
        case encrypt = 1
    }

    private let cipher: BlockCipher
    private let direction: Direction
    private let initializationVector: [UInt8]?
    private let handle: OpaquePointer

    init(_ cipher: BlockCipher, _ mode: BlockCipher.Mode, _ direction: Direction) throws(CryptoError) {
        if case .cbc(let vector?) = mode, vector.count != cipher.blockByteCount {
            throw .wrongSize(.initializationVector, expected: cipher.blockByteCount, actual: vector.count)
        }
        guard let handle = EVP_CIPHER_CTX_new() else { throw .library(function: "EVP_CIPHER_CTX_new") }
        self.cipher = cipher
        self.direction = direction
        self.handle = handle
        switch mode {
        case .ecb: initializationVector = nil
        case .cbc(let vector): initializationVector = vector ?? Array(repeating: 0, count: cipher.blockByteCount)
        }
    }

    deinit { EVP_CIPHER_CTX_free(handle) }

    /// Encrypts or decrypts whole blocks; the chain of blocks starts anew each time.
    func process(_ input: SecretBytes, key: SecretBytes) throws(CryptoError) -> SecretBytes {
        guard cipher.keyByteCounts.contains(key.count) else { throw .unsupportedKeySize(actual: key.count) }
        return try process(input, fullKey: cipher == .tripleDES && key.count == 16 ? key + key.slice(0..<8) : key)
    }

    /// The same with triple DES whose three keys are one, which is DES itself.
    func process(_ input: SecretBytes, singleKey key: SecretBytes) throws(CryptoError) -> SecretBytes {
        guard key.count == 8 else { throw .unsupportedKeySize(actual: key.count) }
        return try process(input, fullKey: key + key + key)
    }

    private func process(_ input: SecretBytes, fullKey: SecretBytes) throws(CryptoError) -> SecretBytes {
        guard input.count.isMultiple(of: cipher.blockByteCount) else {
            throw .notWholeBlocks(blockByteCount: cipher.blockByteCount, actual: input.count)
        }
        guard let count = Int32(exactly: input.count) else { throw .messageTooLong }
        try start(fullKey)
        return try SecretBytes(count: input.count) { (output) throws(CryptoError) in
            guard count > 0 else { return }
            var written: Int32 = 0
            let result = input.withUnsafeBytes { input in
                EVP_CipherUpdate(
                    handle, output.assumingMemoryBound(to: UInt8.self).baseAddress, &written,
                    input.assumingMemoryBound(to: UInt8.self).baseAddress, count)
            }
            guard result == 1, written == count else { throw .library(function: "EVP_CipherUpdate") }
        }
    }

    private func start(_ key: SecretBytes) throws(CryptoError) {
        let algorithm = CipherAlgorithm.pointer(cipher, keyByteCount: key.count, isChained: initializationVector != nil)
        let result = key.withUnsafeBytes { key in
            EVP_CipherInit_ex(
                handle, algorithm, nil, key.assumingMemoryBound(to: UInt8.self).baseAddress, initializationVector,
                direction.rawValue)
        }
        guard algorithm != nil, result == 1 else { throw .library(function: "EVP_CipherInit_ex") }
        EVP_CIPHER_CTX_set_padding(handle, 0)
    }
}
