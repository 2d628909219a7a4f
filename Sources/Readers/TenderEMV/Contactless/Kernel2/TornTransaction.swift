import TenderBytes

/// A transaction whose card left during GENERATE AC: what must be known to go on with it (EMV Contactless Book C-2 [check]).
struct TornTransaction: Sendable {
    /// The account, tags 5A and 5F34.
    let number: SecretBytes
    let sequenceNumber: SecretBytes?
    let transaction: ContactTransaction
    /// What the kernel had decided.
    let terminal: TagTable<[UInt8]>
    let results: TVR
    let status: TSI
    let verification: ContactlessVerification
    /// What GET PROCESSING OPTIONS and GENERATE AC were given.
    let processingValues: SecretBytes
    let cryptogramValues: SecretBytes
    let request: CryptogramRequest
    let isSignatureAsked: Bool
    /// What RECOVER AC is given, by the card's list 9F51.
    let recoveryValues: SecretBytes
}
