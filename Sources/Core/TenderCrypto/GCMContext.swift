import COpenSSL
import TenderBytes

/// A single AES-256-GCM operation of OpenSSL; it is freed, and its key wiped, when it goes out of scope.
struct GCMContext: ~Copyable {
    /// Fetched once: OpenSSL looks up an algorithm given by name again for each operation.
    ///
    /// Threads may share it: it never changes and lives as long as the process.
    private nonisolated(unsafe) static let algorithm = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)

    private let handle: OpaquePointer

    private init(handle: OpaquePointer) { self.handle = handle }

    /// Starts an operation and checks the sizes of key and nonce.
    static func start(
        _ direction: CipherContext.Direction, key: SecretBytes, nonce: [UInt8]
    ) throws(CryptoError) -> GCMContext {
        guard key.count == AESGCM.keyByteCount else {
            throw .wrongSize(.key, expected: AESGCM.keyByteCount, actual: key.count)
        }
        guard nonce.count == AESGCM.nonceByteCount else {
            throw .wrongSize(.nonce, expected: AESGCM.nonceByteCount, actual: nonce.count)
        }
        guard let handle = EVP_CIPHER_CTX_new() else { throw .library(function: "EVP_CIPHER_CTX_new") }
        let context = GCMContext(handle: handle)
        let result = key.withUnsafeBytes { key in
            EVP_CipherInit_ex(
                handle, algorithm, nil, key.assumingMemoryBound(to: UInt8.self).baseAddress, nonce,
                direction.rawValue
            )
        }
        guard result == 1 else { throw .library(function: "EVP_CipherInit_ex") }
        return context
    }

    deinit { EVP_CIPHER_CTX_free(handle) }

    /// Adds data that is authenticated but not encrypted; must come before the message.
    func authenticate(_ associatedData: [UInt8]) throws(CryptoError) {
        guard !associatedData.isEmpty else { return }
        guard let count = Int32(exactly: associatedData.count) else { throw .messageTooLong }
        var written: Int32 = 0
        guard EVP_CipherUpdate(handle, nil, &written, associatedData, count) == 1 else {
            throw .library(function: "EVP_CipherUpdate")
        }
    }

    /// Encrypts or decrypts a message of `size` bytes; `output` must have room for the same number.
    func process(
        _ input: UnsafeRawPointer?, count size: Int, into output: UnsafeMutableRawPointer?
    ) throws(CryptoError) {
        guard size > 0 else { return }
        guard let count = Int32(exactly: size) else { throw .messageTooLong }
        var written: Int32 = 0
        let result = EVP_CipherUpdate(
            handle, output?.assumingMemoryBound(to: UInt8.self), &written,
            input?.assumingMemoryBound(to: UInt8.self), count
        )
        guard result == 1, written == count else { throw .library(function: "EVP_CipherUpdate") }
    }

    /// Ends an encryption and returns the tag.
    func finishEncryption() throws(CryptoError) -> [UInt8] {
        var tag = [UInt8](repeating: 0, count: AESGCM.tagByteCount)
        var written: Int32 = 0
        guard EVP_CipherFinal_ex(handle, &tag, &written) == 1 else { throw .library(function: "EVP_CipherFinal_ex") }
        guard EVP_CIPHER_CTX_ctrl(handle, EVP_CTRL_AEAD_GET_TAG, Int32(AESGCM.tagByteCount), &tag) == 1 else {
            throw .library(function: "EVP_CIPHER_CTX_ctrl")
        }
        return tag
    }

    /// Ends a decryption and checks the tag.
    func finishDecryption(tag: [UInt8]) throws(CryptoError) {
        var tag = tag
        guard EVP_CIPHER_CTX_ctrl(handle, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1 else {
            throw .library(function: "EVP_CIPHER_CTX_ctrl")
        }
        var rest = [UInt8](repeating: 0, count: AESGCM.tagByteCount)
        var written: Int32 = 0
        guard EVP_CipherFinal_ex(handle, &rest, &written) == 1 else { throw .authenticationFailed }
    }
}
