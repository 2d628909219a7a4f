/// The status words of a chip (EMV, Book 3, 6.3.5).
enum ChipStatus {
    static let success: UInt16 = 0x9000
    static let selectedFileInvalidated: UInt16 = 0x6283
    static let wrongLength: UInt16 = 0x6700
    static let authenticationBlocked: UInt16 = 0x6983
    static let referenceDataUnusable: UInt16 = 0x6984
    static let conditionsNotSatisfied: UInt16 = 0x6985
    static let wrongMessageCode: UInt16 = 0x6988
    static let wrongData: UInt16 = 0x6A80
    static let functionNotSupported: UInt16 = 0x6A81
    static let fileNotFound: UInt16 = 0x6A82
    static let recordNotFound: UInt16 = 0x6A83
    static let wrongParameters: UInt16 = 0x6A86
    static let dataNotFound: UInt16 = 0x6A88
    static let unknownInstruction: UInt16 = 0x6D00
    static let unknownClass: UInt16 = 0x6E00
    static let technicalProblem: UInt16 = 0x6F00
    static let authenticationFailed: UInt16 = 0x6300

    /// The answer to a wrong PIN.
    static func wrongPIN(tries: UInt8) -> UInt16 { 0x63C0 | UInt16(tries & 0x0F) }
}
