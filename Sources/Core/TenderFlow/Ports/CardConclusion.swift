public import TenderBytes
public import TenderModel

/// The last word of a card that waited for its issuer's answer.
public struct CardConclusion: Sendable {
    /// What the card says.
    public enum Word: String, Hashable, Sendable, Codable, CaseIterable {
        /// It agrees to the approval.
        case approved
        /// It declines, whatever its issuer said.
        case declined
        /// It leaves the last word to the issuer.
        case nothing
    }

    /// What the card says.
    public var word: Word
    /// What is to be sent on to the issuer as BER-TLV, such as the results of its scripts; `nil` for nothing.
    public var results: SecretBytes?

    /// What a receipt shows of it, in place of what it would show of the request; `nil` for nothing.
    public var receipt: ReceiptDetails?

    /// Creates a conclusion.
    public init(_ word: Word, results: SecretBytes? = nil, receipt: ReceiptDetails? = nil) {
        self.word = word
        self.results = results
        self.receipt = receipt
    }
}
