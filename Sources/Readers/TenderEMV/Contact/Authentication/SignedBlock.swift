package import TenderBytes

/// What an EMV signature holds: 6A, a format, fields, a hash and BC (EMV Book 2, annex A2.1).
package struct SignedBlock {
    /// The formats.
    package enum Format: UInt8 {
        case issuerKey = 0x02
        case staticData = 0x03
        case cardKey = 0x04
        case dynamicData = 0x05
    }

    /// Header, format, hash and trailer.
    static let overhead = 23

    /// From the format to the hash: what is hashed first.
    let hashed: SecretBytes
    let hash: SecretBytes
    /// Between the format and the hash.
    package var fields: SecretBytes { hashed.part(1..<hashed.count) }

    /// Checks the form of what was recovered.
    ///
    /// - Parameter smallest: The least number of bytes that the fields must have.
    package init(_ recovered: SecretBytes, _ format: Format, smallest: Int) throws(AuthenticationFailure) {
        let count = recovered.count
        let isWhole = recovered.withUnsafeBytes {
            count >= Self.overhead + smallest && $0[0] == 0x6A && $0[1] == format.rawValue && $0[count - 1] == 0xBC
        }
        guard isWhole else { throw .wrong }
        hashed = recovered.part(1..<(count - 21))
        hash = recovered.part((count - 21)..<(count - 1))
    }
}
