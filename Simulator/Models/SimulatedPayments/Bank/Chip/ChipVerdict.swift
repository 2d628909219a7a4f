/// What an issuer answers to a chip.
public struct ChipVerdict: Hashable, Sendable {
    /// The API's reasons; `nil` when it approves.
    public let refusal: Refusal?
    /// The response code for the card (tag 8A), two characters of ISO 8583.
    public let responseCode: String
    /// The issuer authentication data (tag 91), by which the card knows its issuer; `nil` for a cryptogram that is not
    /// the card's.
    public let authenticationData: [UInt8]?

    /// The scripts for the card (tags 71 and 72), one after the other; empty without any.
    public let scripts: [UInt8]

    /// The API's reasons for a decline.
    public struct Refusal: Hashable, Sendable {
        /// The API's `code`.
        public let code: String
        /// The API's `decline_code`.
        public let declineCode: String
    }

    init(
        refusal: Refusal?, responseCode: String, authenticationData: [UInt8]? = nil, scripts: [UInt8] = []
    ) {
        self.refusal = refusal
        self.responseCode = responseCode
        self.authenticationData = authenticationData
        self.scripts = scripts
    }

    /// What a card is told, in data objects one after the other: 8A, 91, and the scripts.
    var objects: [UInt8] {
        let code = [UInt8](responseCode.utf8)
        let proof = authenticationData.map { [0x91, UInt8(clamping: $0.count)] + $0 }
        return [0x8A, UInt8(clamping: code.count)] + code + (proof ?? []) + scripts
    }

    /// Whether the issuer approves.
    public var isApproved: Bool { refusal == nil }
}
