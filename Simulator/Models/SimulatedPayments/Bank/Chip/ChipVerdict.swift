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

    /// Whether the issuer approves.
    public var isApproved: Bool { refusal == nil }
}
