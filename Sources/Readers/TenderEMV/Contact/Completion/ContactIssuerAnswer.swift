public import TenderBytes

/// What an issuer answers to a request, for the card that made it (EMV Book 4, 12.2 [check]).
///
/// It may hold keys and PINs for the card in scripts, and is therefore never encoded.
public struct ContactIssuerAnswer: Sendable {
    /// The most bytes that an answer may have; an issuer's has about two hundred.
    public static let mostBytes = 1024

    /// The response codes of an approval (EMV Book 4, annex A6; 08 in some networks [check]).
    private static let approvals: [[UInt8]] = ["00", "08", "10", "11"].map { [UInt8]($0.utf8) }

    /// The authorization response code, tag 8A: two characters of ISO 8583.
    public let responseCode: [UInt8]
    /// The issuer authentication data, tag 91, 8 to 16 bytes; `nil` if there are none.
    public let authenticationData: SecretBytes?
    /// The authorization code, tag 89, six characters; `nil` if there is none.
    public let authorizationCode: [UInt8]?
    /// The scripts, tags 71 and 72, in their order.
    public let scripts: [IssuerScript]

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - responseCode: Two letters or digits.
    ///   - authenticationData: 8 to 16 bytes.
    ///   - authorizationCode: Six letters, digits or spaces.
    /// - Returns: `nil` if a value has another size or other characters, or there is more than `mostBytes` of scripts.
    public init?(
        responseCode: [UInt8], authenticationData: SecretBytes? = nil, authorizationCode: [UInt8]? = nil,
        scripts: [IssuerScript] = []
    ) {
        guard responseCode.count == 2, responseCode.allSatisfy({ Self.isAlphanumeric($0) }),
            (8...16).contains(authenticationData?.count ?? 8), (authorizationCode?.count ?? 6) == 6,
            authorizationCode?.allSatisfy({ Self.isAlphanumeric($0) || $0 == 0x20 }) ?? true,
            IssuerScript.byteCount(scripts) <= Self.mostBytes
        else { return nil }
        self.responseCode = responseCode
        self.authenticationData = authenticationData
        self.authorizationCode = authorizationCode
        self.scripts = scripts
    }

    /// Reads the data objects of an answer, one after the other; those that are not for a card are passed over.
    ///
    /// What a script holds is looked at when it is performed.
    /// - Returns: `nil` if they cannot be read, are more than `mostBytes`, or 8A is missing; if a value but a script is
    ///   there twice, or is not as it must be.
    public init?(parsing objects: SecretBytes) {
        guard objects.count <= Self.mostBytes, let objects = try? objects.objects() else { return nil }
        var values: TagTable<SecretBytes> = [:]
        var scripts: [IssuerScript] = []
        for (tag, value) in objects {
            if let moment = IssuerScript.Moment(tag) {
                scripts.append(IssuerScript(moment, content: value))
            } else {
                guard values[tag] == nil else { return nil }
                values[tag] = value
            }
        }
        guard let code = values[0x8A] else { return nil }
        self.init(
            responseCode: code.open, authenticationData: values[0x91], authorizationCode: values[0x89]?.open,
            scripts: scripts)
    }

    /// Whether the issuer approves; a referral to it is no approval.
    public var isApproved: Bool { Self.approvals.contains(responseCode) }

    private static func isAlphanumeric(_ character: UInt8) -> Bool {
        switch character {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
