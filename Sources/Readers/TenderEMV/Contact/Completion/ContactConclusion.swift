public import TenderBytes

/// How the second half of a transaction with a chip card ended.
public struct ContactConclusion: Sendable {
    /// What card, terminal and issuer decided together.
    public enum Verdict: Hashable, Sendable {
        /// The issuer approved, and the card agreed with a TC.
        case approved
        /// The issuer approved, and the card declined, or signed its agreement wrongly: the approval is to be reversed.
        case declinedByCard
        /// The issuer declined, and the card knows it.
        case declinedByIssuer
        /// The issuer could not be reached; terminal and card approved.
        case approvedOffline
        /// The issuer could not be reached, and terminal or card declined.
        case declinedOffline
        /// The card gave no last word, or not by the rules: what the issuer approved is to be reversed.
        case terminated(ContactReason)
    }

    /// The card's last word.
    public struct Cryptogram: Hashable, Sendable {
        /// The cryptogram information data, tag 9F27.
        public let information: UInt8
        /// The application transaction counter, tag 9F36.
        public let counter: UInt16
        /// The cryptogram, tag 9F26.
        public let value: [UInt8]
    }

    /// What was decided.
    public let verdict: Verdict
    /// The second cryptogram; `nil` if the card gave none that counts.
    public let cryptogram: Cryptogram?
    /// The terminal verification results.
    public let verificationResults: TVR
    /// The transaction status information.
    public let statusInformation: TSI
    /// What became of the issuer's scripts, in the order in which they were taken up.
    public let scriptResults: [IssuerScriptResult]
    /// The data objects for the issuer, one after the other: those of the request as they are now, and 8A, 89, 9B and 9F5B.
    ///
    /// Without a last word, tag 9F26 is what the card gave before: the cryptogram of the request, or one that does not count.
    public let issuerData: SecretBytes
}
