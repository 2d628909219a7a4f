import TenderBytes

/// What is stored about a card that waits in the reader while its payment is confirmed.
struct WaitingCardFile {
    /// The intent that it pays.
    let intent: String
    /// What its issuer tells it.
    var issuerData: SecretBytes?
}
