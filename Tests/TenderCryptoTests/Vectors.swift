import TenderBytes

/// A hash of FIPS 180-4's examples (NIST, "Cryptographic Standards and Guidelines: Examples with Intermediate Values").
struct HashVector {
    let message: [UInt8]
    let digest: String

    static let all = [
        HashVector(message: [], digest: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        HashVector(
            message: Array("abc".utf8), digest: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        ),
        HashVector(
            message: Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
            digest: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        HashVector(
            message: Array(repeating: UInt8(ascii: "a"), count: 1_000_000),
            digest: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ]
}

/// A test case of RFC 4231, section 4; case 5 gives the first 128 bits only.
struct MACVector {
    let key: [UInt8]
    let message: [UInt8]
    let code: String

    static let all = [
        MACVector(
            key: Array(repeating: 0x0b, count: 20), message: Array("Hi There".utf8),
            code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        MACVector(
            key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
            code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        MACVector(
            key: Array(repeating: 0xaa, count: 20), message: Array(repeating: 0xdd, count: 50),
            code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        MACVector(
            key: Array(1...25), message: Array(repeating: 0xcd, count: 50),
            code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        MACVector(
            key: Array(repeating: 0x0c, count: 20), message: Array("Test With Truncation".utf8),
            code: "a3b6167473100ee06e0c796c2955552b"
        ),
        MACVector(
            key: Array(repeating: 0xaa, count: 131),
            message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        MACVector(
            key: Array(repeating: 0xaa, count: 131),
            message: Array(
                ("This is a test using a larger than block-size key and a larger than block-size data. "
                    + "The key needs to be hashed before being used by the HMAC algorithm.").utf8
            ),
            code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ]
}

/// Test cases 13 to 16 of McGrew and Viega, "The Galois/Counter Mode of Operation (GCM)", appendix B: 256-bit keys.
struct GCMVector {
    let name: String
    let key: String
    let nonce: String
    var associatedData = ""
    let plaintext: String
    let ciphertext: String
    let tag: String

    private static let zeros = String(repeating: "0", count: 64)
    private static let key15 = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"
    private static let plaintext15 = """
        d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72\
        1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255
        """
    private static let ciphertext15 = """
        522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa\
        8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad
        """

    static let all = [
        GCMVector(
            name: "13", key: zeros, nonce: String(zeros.prefix(24)), plaintext: "", ciphertext: "",
            tag: "530f8afbc74536b9a963b4f1c4cb738b"
        ),
        GCMVector(
            name: "14", key: zeros, nonce: String(zeros.prefix(24)), plaintext: String(zeros.prefix(32)),
            ciphertext: "cea7403d4d606b6e074ec5d3baf39d18", tag: "d0d1c8a799996bf0265b98b5d48ab919"
        ),
        GCMVector(
            name: "15", key: key15, nonce: "cafebabefacedbaddecaf888", plaintext: plaintext15,
            ciphertext: ciphertext15, tag: "b094dac5d93471bdec1a502270e3cc6c"
        ),
        GCMVector(
            name: "16", key: key15, nonce: "cafebabefacedbaddecaf888",
            associatedData: "feedfacedeadbeeffeedfacedeadbeefabaddad2", plaintext: String(plaintext15.prefix(120)),
            ciphertext: String(ciphertext15.prefix(120)), tag: "76fc6ece0f4e1768cddf8853bb2d551b"
        ),
    ]
}
