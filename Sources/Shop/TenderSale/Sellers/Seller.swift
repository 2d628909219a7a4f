/// Somebody whose goods the shop sells: a connected account of the payments API, and what the shop keeps.
public struct Seller: Hashable, Sendable, Codable {
    /// What people call them; products name it.
    public var name: String
    /// The connected account, `acct_…`.
    public var account: String
    /// What the shop keeps.
    public var fee: SellerFee

    /// Describes a seller.
    public init(name: String, account: String, fee: SellerFee) {
        self.name = name
        self.account = account
        self.fee = fee
    }

    /// Whether an id can be that of a connected account.
    static func isAccount(_ id: String) -> Bool {
        let name = id.utf8.dropFirst(5)
        return id.hasPrefix("acct_") && (1...64).contains(name.count)
            && name.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
