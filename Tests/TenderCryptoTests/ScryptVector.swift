import TenderCrypto

/// A test vector of RFC 7914 ("The scrypt Password-Based Key Derivation Function"), section 12.
///
/// The fourth one takes a gibibyte, which is beyond what is ever allowed here, and is left out.
struct ScryptVector {
    let password: String
    let salt: String
    let logarithm: Int
    let blockSize: Int
    let parallelism: Int
    let key: String

    static let all = [
        ScryptVector(
            password: "", salt: "", logarithm: 4, blockSize: 1, parallelism: 1,
            key: "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
                + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"),
        ScryptVector(
            password: "password", salt: "NaCl", logarithm: 10, blockSize: 8, parallelism: 16,
            key: "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
                + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"),
        ScryptVector(
            password: "pleaseletmein", salt: "SodiumChloride", logarithm: 14, blockSize: 8, parallelism: 1,
            key: "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
                + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"),
    ]
}
