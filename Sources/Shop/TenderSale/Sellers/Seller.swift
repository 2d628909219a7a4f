/// A seller of goods in the shop: a connected account of the payments API, and the shop's fee.
public struct Seller: Hashable, Sendable, Codable {
    /// The seller's name, by which products refer to it.
    public var name: String
    /// The connected account, `acct_…`.
    public var account: String
    /// The fee that the shop keeps.
    public var fee: SellerFee

    /// Creates a seller.
    public init(name: String, account: String, fee: SellerFee) {
        self.name = name
        self.account = account
        self.fee = fee
    }

    /// Returns whether a text can be the id of a connected account.
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
