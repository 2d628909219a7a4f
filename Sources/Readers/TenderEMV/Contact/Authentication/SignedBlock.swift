/// What an EMV signature holds: 6A, a format, fields, a hash and BC (EMV Book 2, annex A2.1).
struct SignedBlock {
    /// The formats.
    enum Format: UInt8 {
        case issuerKey = 0x02
        case staticData = 0x03
        case cardKey = 0x04
        case dynamicData = 0x05
    }

    /// Header, format, hash and trailer.
    static let overhead = 23

    /// Between the format and the hash.
    let fields: [UInt8]
    /// From the format to the hash: what is hashed first.
    let hashed: [UInt8]
    let hash: [UInt8]

    /// Checks the form of what was recovered.
    ///
    /// - Parameter smallest: The least number of bytes that the fields must have.
    init(_ recovered: [UInt8], _ format: Format, smallest: Int) throws(AuthenticationFailure) {
        guard recovered.count >= Self.overhead + smallest, recovered.first == 0x6A, recovered.last == 0xBC,
            recovered[1] == format.rawValue
        else { throw .wrong }
        let end = recovered.count - 21
        hashed = [UInt8](recovered[1..<end])
        fields = [UInt8](recovered[2..<end])
        hash = [UInt8](recovered[end..<(end + 20)])
    }
}
