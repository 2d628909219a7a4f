/// The cryptograms of a scheme: keys, the data that are authenticated, and the issuer's answer.
///
/// From public knowledge of the schemes, which publish none of it. [check]
public enum CryptogramScheme: String, Hashable, Sendable, CaseIterable {
    /// Visa, version 10: no session key, zeros as padding.
    case visa10
    /// Visa, version 18: the common session key, over all of the issuer's application data.
    case visa18
    /// Visa, version 22: as 18, with issuer's application data of 32 bytes.
    case visa22
    /// M/Chip, version 16: a session key from the terminal's number too.
    case mchip
    /// EMV's common core definitions (Book 2, 8.1; Book 3, annex C7).
    case common

    /// How the card's master key is derived.
    public var masterKey: MasterKeyDerivation {
        switch self {
        case .visa10, .mchip: .optionA
        case .visa18, .visa22, .common: .optionB
        }
    }

    /// How the key of a transaction is derived.
    public var sessionKey: SessionKeyDerivation {
        switch self {
        case .visa10: .none
        case .visa18, .visa22, .common: .common
        case .mchip: .mchip
        }
    }

    /// How the issuer answers.
    public var responseMethod: IssuerResponseMethod {
        switch self {
        case .visa10, .mchip: .responseCode
        case .visa18, .visa22, .common: .statusUpdate
        }
    }

    /// The data objects of the terminal that are authenticated, in order, with their sizes in bytes.
    public static let terminalObjects: [(tag: UInt16, count: Int)] = [
        (0x9F02, 6), (0x9F03, 6), (0x9F1A, 2), (0x95, 5), (0x5F2A, 2), (0x9A, 3), (0x9C, 1), (0x9F37, 4),
    ]

    /// The issuer's application data (tag 9F10) that hold the card's verification results.
    ///
    /// - Parameter results: Four bytes of results, the first of which says what the card decided.
    func applicationData(results: [UInt8]) -> [UInt8] {
        let results = Array((results + [0, 0, 0, 0]).prefix(4))
        switch self {
        case .visa10: return [6, 1, 10, 3] + results.prefix(3)
        case .visa18: return [6, 1, 18, 3] + results.prefix(3)
        case .visa22: return [0x1F, 0x22, 1] + results + [UInt8](repeating: 0, count: 25)
        case .mchip: return [1, 0x10] + results + [UInt8](repeating: 0, count: 12)
        case .common:
            let zeros = [UInt8](repeating: 0, count: 9)
            return [0x0F, 0xA5, 1] + results + zeros + [0x0F] + zeros + [0, 0, 0, 0, 0, 0]
        }
    }

    /// Finds the scheme by the issuer's application data (tag 9F10) of one of these cards; `nil` for data of others.
    public init?(applicationData data: [UInt8]) {
        let schemes = Self.allCases.filter { scheme in
            let own = scheme.applicationData(results: [])
            return own.count == data.count && zip(own, data).prefix(scheme.versionByteCount).allSatisfy { $0 == $1 }
        }
        guard let scheme = schemes.first, schemes.count == 1 else { return nil }
        self = scheme
    }

    /// The bytes at the head of the issuer's application data that tell the scheme.
    private var versionByteCount: Int {
        switch self {
        case .visa10, .visa18: 3
        case .visa22, .mchip, .common: 2
        }
    }

    /// The part of the issuer's application data that is authenticated.
    func authenticated(_ applicationData: [UInt8]) -> [UInt8] {
        switch self {
        case .visa10: Array(applicationData.dropFirst(3).prefix(4))
        case .mchip: Array(applicationData.dropFirst(2).prefix(6))
        case .visa18, .visa22, .common: applicationData
        }
    }
}
