import TenderBytes
public import TenderModel

/// The reason that a bundle is not taken; what was there before stays.
public enum BundleRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is larger than a bundle can be.
    case tooLarge
    /// Its bytes are not those that were published.
    case wrongHash
    /// Head office did not sign it.
    case badSignature
    /// It is of another shop.
    case otherShop(String)
    /// It is not newer than what is there.
    case notNewer(Int64, than: Int64)
    /// Who works there is not what was signed.
    case otherPeople
    /// Something in it cannot be read; what.
    case unreadable(String)
    /// It cannot be written to the disk; why.
    case notKept(String)
    /// Its currency is another one than that in which the till sells, and its shift counts.
    case otherCurrency(Currency, till: Currency)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .tooLarge: "the bundle is larger than \(SignedBundle.maximumBytes >> 20) MiB"
        case .wrongHash: "the bundle's bytes are not those that were published"
        case .badSignature: "the bundle is not signed with head office's key"
        case .otherShop(let shop): "the bundle is of another shop: \(shop.withoutControls.prefix(64))"
        case .notNewer(let version, let known): "the bundle has version \(version), and \(known) is here already"
        case .otherPeople: "who works there is not what head office signed"
        case .unreadable(let problem): "the bundle cannot be read: \(problem)"
        case .notKept(let why): "the bundle cannot be written: \(why)"
        case .otherCurrency(let currency, let till):
            "the bundle sells in \(currency), and this till in \(till): give it another --shop file between two shifts"
        }
    }
}
