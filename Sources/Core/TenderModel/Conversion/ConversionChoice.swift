/// The currency that a customer chose for a card that could be charged in its own.
///
/// The shop is paid in its own currency either way.
public enum ConversionChoice: Hashable, Sendable, Codable {
    /// The card is charged this amount, in its own currency.
    case accepted(Amount)
    /// The card is charged in the shop's currency.
    case declined
}
