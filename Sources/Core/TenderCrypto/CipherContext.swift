import COpenSSL
import TenderBytes

/// A block cipher of OpenSSL that is kept for many keys of one size; it is freed, and its last key wiped, at the end of
/// its scope.
struct CipherContext: ~Copyable {
    enum Direction: Int32 {
        case decrypt = 0
        case encrypt = 1
    }

    private let blockByteCount: Int
    private let keyByteCount: Int
    private let initializationVector: [UInt8]?
    private let handle: OpaquePointer

    init(
        _ cipher: BlockCipher, keyByteCount: Int, _ mode: BlockCipher.Mode, _ direction: Direction
    ) throws(CryptoError) {
        if case .cbc(let vector?) = mode, vector.count != cipher.blockByteCount {
            throw .wrongSize(.initializationVector, expected: cipher.blockByteCount, actual: vector.count)
        }
        guard cipher.keyByteCounts.contains(keyByteCount) else { throw .unsupportedKeySize(actual: keyByteCount) }
        let chainStart: [UInt8]? =
            switch mode {
            case .ecb: nil
            case .cbc(let vector): vector ?? Array(repeating: 0, count: cipher.blockByteCount)
            }
        let algorithm = CipherAlgorithm.pointer(cipher, keyByteCount: keyByteCount, isChained: chainStart != nil)
        let handle = EVP_CIPHER_CTX_new()
        guard let handle, algorithm != nil,
            EVP_CipherInit_ex2(handle, algorithm, nil, nil, direction.rawValue, nil) == 1
        else {
            EVP_CIPHER_CTX_free(handle)
            throw .library(function: "EVP_CipherInit_ex2")
        }
        // Only what is decrypted is held back for its padding; what is encrypted is never finished.
        if direction == .decrypt { EVP_CIPHER_CTX_set_padding(handle, 0) }
        self.handle = handle
        self.keyByteCount = keyByteCount
        blockByteCount = cipher.blockByteCount
        initializationVector = chainStart
    }

    deinit { EVP_CIPHER_CTX_free(handle) }

    /// Encrypts or decrypts whole blocks; the chain of blocks starts anew each time.
    func process(_ input: SecretBytes, key: SecretBytes) throws(CryptoError) -> SecretBytes {
        try input.withUnsafeBytes { (input) throws(CryptoError) in try process(input, key: key) }
    }

    /// The same with blocks that are no secret.
    func process(_ input: UnsafeRawBufferPointer, key: SecretBytes) throws(CryptoError) -> SecretBytes {
        guard input.count.isMultiple(of: blockByteCount) else {
            throw .notWholeBlocks(blockByteCount: blockByteCount, actual: input.count)
        }
        guard let count = Int32(exactly: input.count) else { throw .messageTooLong }
        try start(key)
        return try SecretBytes(count: input.count) { (output) throws(CryptoError) in
            guard count > 0 else { return }
            var written: Int32 = 0
            let result = EVP_CipherUpdate(
                handle, output.assumingMemoryBound(to: UInt8.self).baseAddress, &written,
                input.assumingMemoryBound(to: UInt8.self).baseAddress, count)
            guard result == 1, written == count else { throw .library(function: "EVP_CipherUpdate") }
        }
    }

    /// Names no algorithm, so that OpenSSL keeps its own and only sets the key: half the time.
    private func start(_ key: SecretBytes) throws(CryptoError) {
        guard key.count == keyByteCount else { throw .unsupportedKeySize(actual: key.count) }
        let result = key.withUnsafeBytes { key in
            EVP_CipherInit_ex2(
                handle, nil, key.assumingMemoryBound(to: UInt8.self).baseAddress, initializationVector, -1, nil)
        }
        guard result == 1 else { throw .library(function: "EVP_CipherInit_ex2") }
    }
}
