public import TenderBytes

/// What the issuer answered a card that waits in the reader.
public struct IssuerAnswer: Sendable {
    /// What became of the confirmation.
    public enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
        /// The issuer approved.
        case approved
        /// The issuer or the gateway declined.
        case declined
        /// Nobody was asked, or nobody can tell in time: the card is released.
        case noAnswer
    }

    /// What became of the confirmation.
    public var verdict: Verdict
    /// The issuer's data for the card as BER-TLV: response code, authentication data and scripts (tags 8A, 91, 71 and
    /// 72, EMV Book 3, annex A); `nil` if the gateway passed none on.
    public var data: SecretBytes?

    /// Creates an answer.
    public init(_ verdict: Verdict, data: SecretBytes? = nil) {
        self.verdict = verdict
        self.data = data
    }
}
