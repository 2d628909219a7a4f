/// How a card proves offline that it is genuine (EMV, Book 2, 5 and 6).
public enum OfflineAuthentication: String, Hashable, Sendable, CaseIterable {
    /// Not at all.
    case none
    /// By a signature over its data, which the issuer made.
    case sda
    /// By a signature of its own over a number of the terminal.
    case dda
    /// By a signature of its own over its cryptogram.
    case cda
}
